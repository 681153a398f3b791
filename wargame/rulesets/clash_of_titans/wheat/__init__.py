"""Standing wheat that burns, and positions prepared before the battle. Rules: COT-SCN-02, -05 to -11."""

from wargame.engine.chapters import Chapter, after
from wargame.engine.events import TemplateLanded
from wargame.engine.sequence import Step
from wargame.rulesets.clash_of_titans.wheat import fires, ground, positions

CHAPTER = Chapter(
    option="wheat",
    title="Standing wheat and prepared positions",
    ids=("COT-SCN",),
    steps=(
        after("deploy", Step("positions", positions.prepare_one_group, phase="Prepared positions", before_play=True)),
        after("end_of_turn", Step("wheat_fires", fires.spread, phase="End of turn")),
    ),
    modifiers={"move": ground.slower, "cover": ground.hides},
    reactions={TemplateLanded: fires.after_burst},
    data="tables.toml",
    rules="rules.toml",
)
