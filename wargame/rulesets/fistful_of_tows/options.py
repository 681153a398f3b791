"""Optional rules that a scenario may switch."""

from __future__ import annotations

from wargame.engine.options import RuleOption

OPTIONS: tuple[RuleOption, ...] = (
    RuleOption(id="hidden", title="Unspotted stands are not shown", rules=("FFT-SPOT-12", "FFT-UNSP-03")),
    RuleOption(id="carl", title="Stands at the edge of cover fire through their front arc only", rules=("FFT-LOS-03",)),
    RuleOption(id="soft_edge", title="All stands see one inch into and out of cover", rules=("FFT-LOS-09",)),
    RuleOption(id="swamp_impassable", title="Vehicles may not enter swamp", rules=("FFT-TERR-11",)),
    RuleOption(id="rafts", title="Infantry crosses rivers by raft", rules=("FFT-TERR-16",)),
    RuleOption(id="spectral_smoke", title="Multi-spectral smoke", rules=("FFT-SMK-06",)),
    RuleOption(id="chemical", title="Chemical shells may be fired", rules=("FFT-CHEM-01", "FFT-CHEM-02")),
    RuleOption(id="ammunition", title="Limited artillery ammunition", rules=("FFT-AMMO-01", "FFT-AMMO-02")),
    RuleOption(id="technology", title="High technology in force, by name", default="", rules=("FFT-HT-01",)),
    RuleOption(
        id="losses",
        title="What lost stands score: pv, stands (tank 1, others ½) or none",
        default="pv",
        rules=("FFT-VIC-01", "FFT-QC-03"),
    ),
)
