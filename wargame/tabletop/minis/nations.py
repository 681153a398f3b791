"""What each nation paints its vehicles and dresses its soldiers in."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

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
    "german_desert": Livery("#B79C68", (), "#A8996C", "#8C8058", "#5A4C34", mark="cross", counter="#B5A888"),
    "nato_desert": Livery("#C4B088", (), "#BCAA82", "#A89A76", "#7A6C50", counter="#8FA3B8"),
    "french": Livery("#6A7048", ("#7A5F40",), "#9A9470", "#6F7458", "#6A5A40", counter="#8FA3B8"),
    "romanian": Livery("#6E6C48", (), "#A08C5C", "#7C7A54", "#5A4830", counter="#B3A36A"),
    "hungarian": Livery("#5C6644", ("#7E6648",), "#978A5E", "#7A7452", "#5A4A32", counter="#A3A06A"),
    "finnish": Livery("#5E6A4A", ("#7A6A4E", "#7E8280"), "#8D9290", "#767C78", "#4A443A", counter="#A9B8C4"),
    "japanese": Livery("#7A7048", ("#5A6A3C", "#6A4C30"), "#A08E58", "#80784C", "#6A5430", counter="#C0A878"),
    "partisan": Livery("#5E5A46", (), "#7A6A54", "#5C5348", "#4A3E30", counter="#A08C74"),
}
_CODES: Mapping[str, str] = MappingProxyType({
    "ge": "german", "su": "soviet", "it": "italian", "ro": "romanian", "hu": "hungarian", "fi": "finnish",
    "pa": "partisan", "gb": "british", "uk": "british", "us": "american", "fr": "french", "jp": "japanese",
    "cz": "german_early", "au": "german_early", "po": "soviet",
})  # fmt: skip
_MODERN: Mapping[str, str] = MappingProxyType({
    "us": "nato", "uk": "nato", "frg": "nato", "fr": "nato", "nl": "nato", "ussr": "russian", "su": "russian",
    "iq": "desert", "sy": "desert", "eg": "desert", "il": "desert",
})  # fmt: skip
_EARLY_UNTIL, _MODERN_FROM = 1942, 1955
_WORDS = (
    ("early", "german_early"), ("1939", "german_early"), ("1940", "german_early"), ("1941", "german_early"),
    ("west germ", "nato"), ("bundes", "nato"), ("nato", "nato"), ("netherl", "nato"), ("dutch", "nato"),
    ("belg", "nato"), ("canad", "british"), ("german", "german"), ("ger", "german"), ("warsaw", "russian"),
    ("modern", "russian"), ("russia", "russian"), ("rus", "russian"), ("soviet", "soviet"), ("ussr", "soviet"),
    ("sov", "soviet"), ("kingdom", "british"), ("brit", "british"), ("gbr", "british"), ("commonw", "british"),
    ("united states", "american"), ("usa", "american"), ("americ", "american"), ("us", "american"),
    ("iraq", "desert"), ("egypt", "desert"), ("syria", "desert"), ("ital", "italian"), ("roman", "romanian"),
    ("hungar", "hungarian"), ("finl", "finnish"), ("finn", "finnish"),
    ("japan", "japanese"), ("fren", "french"), ("fran", "french"), ("partisan", "partisan"), ("uk", "british"),
)  # fmt: skip


def painted_in(nation: str, year: int, palette: str, side: str = "") -> str:
    """The name of the paint that a nation used in a year on such ground: Germans grey at first, sand in the desert.

    Of the lists of later years many nations buy: there the nation of the `side` counts.
    """
    plain = nation.strip().lower()
    if year >= _MODERN_FROM:
        found = _MODERN.get(side.strip().lower(), nation)
        return "nato_desert" if palette == "desert" and found == "nato" else found
    if _CODES.get(plain, plain) not in ("german", "germany"):
        return nation
    if palette == "desert":
        return "german_desert"
    return "german_early" if 0 < year <= _EARLY_UNTIL else "german"


def livery(nation: str) -> Livery:
    """The livery a nation's name calls for; an unknown name gets the olive of the Americans."""
    plain = nation.strip().lower()
    plain = _CODES.get(plain, plain)
    if plain in LIVERIES:
        return LIVERIES[plain]
    return LIVERIES[next((name for word, name in _WORDS if word in plain), "american")]
