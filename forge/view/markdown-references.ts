/** One character reference: a number, or a name that is looked up. Named groups: see `decodeReference`. */
export const REFERENCE = String.raw`&(?:#(?<decimal>\d{1,7})|#x(?<hex>[\da-f]{1,6})|(?<name>[a-z][a-z\d]{1,31}));`;

interface ReferenceGroups {
  decimal?: string | undefined;
  hex?: string | undefined;
  name?: string | undefined;
}

/** The text that a reference stands for; null for a name that is not known. */
export function decodeReference({ decimal, hex, name }: ReferenceGroups): string | null {
  if (decimal !== undefined) return characterOf(Number.parseInt(decimal, 10));
  if (hex !== undefined) return characterOf(Number.parseInt(hex, 16));
  return NAMED.get(name ?? "") ?? null;
}

const ANY_REFERENCE = new RegExp(REFERENCE, "giu");

/** Text that holds nothing but characters and references, as in an address or a picture's name. */
export function decodeReferences(text: string): string {
  return text.replaceAll(ANY_REFERENCE, (found: string, decimal?: string, hex?: string, name?: string) => {
    return decodeReference({ decimal, hex, name }) ?? found;
  });
}

function characterOf(code: number): string {
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
}

// in the order of the character set, from U+00A0 to U+00FF
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr " +
  "deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest " +
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig " +
  "agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml " +
  "eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const PUNCTUATION: Record<string, string> = {
  "\t": "Tab",
  "\n": "NewLine",
  "!": "excl",
  '"': "quot QUOT",
  "#": "num",
  $: "dollar",
  "%": "percnt",
  "&": "amp AMP",
  "'": "apos",
  "(": "lpar",
  ")": "rpar",
  "*": "ast midast",
  "+": "plus",
  ",": "comma",
  ".": "period",
  "/": "sol",
  ":": "colon",
  ";": "semi",
  "<": "lt LT",
  "=": "equals",
  ">": "gt GT",
  "?": "quest",
  "@": "commat",
  "[": "lsqb lbrack",
  "\\": "bsol",
  "]": "rsqb rbrack",
  "^": "Hat",
  _: "lowbar UnderBar",
  "`": "grave DiacriticalGrave",
  "{": "lcub lbrace",
  "|": "vert verbar VerticalLine",
  "}": "rcub rbrace",
};

const SIGNS: Record<string, string> = {
  "\u2002": "ensp",
  "\u2003": "emsp",
  "\u2009": "thinsp",
  "\u200A": "hairsp",
  "\u200B": "ZeroWidthSpace",
  "\u200C": "zwnj",
  "\u200D": "zwj",
  "\u200E": "lrm",
  "\u200F": "rlm",
  "\u2010": "hyphen dash",
  "–": "ndash",
  "—": "mdash",
  "‘": "lsquo",
  "’": "rsquo",
  "‚": "sbquo",
  "“": "ldquo",
  "”": "rdquo",
  "„": "bdquo",
  "†": "dagger",
  "‡": "Dagger",
  "•": "bull bullet",
  "…": "hellip mldr",
  "‰": "permil",
  "‹": "lsaquo",
  "›": "rsaquo",
  "€": "euro",
  "™": "trade TRADE",
  "←": "larr",
  "↑": "uarr",
  "→": "rarr",
  "↓": "darr",
  "↔": "harr",
  "⇐": "lArr",
  "⇒": "rArr",
  "−": "minus",
  "∞": "infin",
  "≈": "asymp",
  "≠": "ne",
  "≤": "le",
  "≥": "ge",
  "✓": "check checkmark",
  "✗": "cross",
};

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.split(" ").map((name, i) => [name, String.fromCodePoint(0xa0 + i)] as const),
  ...Object.entries({ ...PUNCTUATION, ...SIGNS }).flatMap(([character, names]) =>
    names.split(" ").map((name) => [name, character] as const),
  ),
]);
