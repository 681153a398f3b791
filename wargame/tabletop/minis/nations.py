"""What each nation paints its vehicles and dresses its soldiers in."""

from dataclasses import dataclass

from wargame.tabletop.minis.pen import Colour, hexed


@dataclass(frozen=True, slots=True)
class Livery:
    """Paint, camouflage blotches, cloth and steel of one nation at one time; `mark` is what is painted on top."""

    paint: str
    camouflage: tuple[str, ...]
    uniform: str
    helmet: str
    web: str
    track: str = "#4B443C"
    metal: str = "#3B3A38"
    skin: str = "#C79A76"
    mark: str = ""
    counter: str = "#9AA08C"

    def tone(self, name: str) -> Colour:
        """One of its colours as bytes."""
        return hexed(str(getattr(self, name)))


LIVERIES: dict[str, Livery] = {
    "german": Livery("#B8A377", ("#6A7048", "#74503C"), "#889282", "#666D61", "#3A352C", mark="cross"),
    "german_early": Livery("#5C6266", (), "#889282", "#666D61", "#3A352C", metal="#2F3032", mark="cross"),
    "soviet": Livery(
        "#616A4C", (), "#B9A876", "#77805E", "#5B4A31", track="#4A4238", metal="#33342C", counter="#C08A5A"
    ),
    "american": Livery("#6B6749", (), "#AFA374", "#797955", "#7D7350", metal="#35342C", counter="#8FA05A"),
    "british": Livery("#62664A", (), "#A99566", "#837F5A", "#8F835C", metal="#35342C", counter="#C2AE7C"),
    "russian": Livery(
        "#586247", ("#3B4232", "#8B805E"), "#8A8E6A", "#72785A", "#4A4A38", metal="#2C2D29", counter="#B98F5E"
    ),
    "nato": Livery(
        "#59684A", ("#3A3A34", "#6B5442"), "#8D8E70", "#797E61", "#55543F", metal="#2C2D29", counter="#8FA3B8"
    ),
    "desert": Livery("#B39B6E", (), "#B5A078", "#9C8C66", "#6B5C42", counter="#C8B48A"),
    "italian": Livery("#A08E63", ("#5F6640",), "#8C9079", "#71755F", "#5A5340", counter="#A9A077"),
}
_WORDS = (
    ("early", "german_early"), ("1939", "german_early"), ("1940", "german_early"), ("1941", "german_early"),
    ("west germ", "nato"), ("bundes", "nato"), ("nato", "nato"), ("netherl", "nato"), ("dutch", "nato"),
    ("belg", "nato"), ("canad", "british"), ("german", "german"), ("ger", "german"), ("warsaw", "russian"),
    ("modern", "russian"), ("russia", "russian"), ("rus", "russian"), ("soviet", "soviet"), ("ussr", "soviet"),
    ("sov", "soviet"), ("kingdom", "british"), ("brit", "british"), ("gbr", "british"), ("commonw", "british"),
    ("united states", "american"), ("usa", "american"), ("americ", "american"), ("us", "american"),
    ("iraq", "desert"), ("egypt", "desert"), ("syria", "desert"), ("ital", "italian"), ("uk", "british"),
)  # fmt: skip


def livery(nation: str) -> Livery:
    """The livery a nation's name calls for; an unknown name gets the olive of the Americans."""
    plain = nation.strip().lower()
    if plain in LIVERIES:
        return LIVERIES[plain]
    return LIVERIES[next((name for word, name in _WORDS if word in plain), "american")]
