// Text in brackets at the end of a head: a unit, or a note such as a height or "corrected".

/** The head without its brackets, and the text in them; null for a head without. */
export function bracketOf(head: string): { readonly bare: string; readonly text: string } | null {
  const found = /^(.*?)\s*(?:\[([^\]]*)\]|\(([^)]*)\))$/.exec(head.trim());
  return found ? { bare: found[1]!, text: (found[2] ?? found[3] ?? "").trim() } : null;
}

/** Units of any quantity, and words that say that numbers are scaled, in lower case. */
const units = new Set(
  `a ma ka v mv kv w mw kw gw wh kwh mwh gwh wp kwp va kva var j kj mj gj pa hpa kpa mpa mbar bar psi atm
  m cm mm km um nm ft feet in inch inches yd mi mil s sec seconds ms min minutes h hr hrs hours d days hz khz mhz
  k c f degc degf degk deg degree degrees rad mrad kelvin celsius centigrade fahrenheit rankine reaumur
  ohm kohm mohm ka kn kt kts knot knots mph kmh kph kmph mps fps bft beaufort ppm ppb pct percent permille promille
  fraction ratio share suns sun ly langley btu cal kcal wm2 kwm2 g kg t l lux klux lx db au
  counts count digits digit adc bit bits raw scaled pu normalised normalized relative rel`.split(
    /\s+/,
  ),
);

/** A height or a wavelength, or the interval of an average: "10 m", "2m AGL", "5 min". */
const place = /^\d+(?:[.,]\d+)?\s*(?:m|nm|s|sec|min|h)(?:\s+\p{L}+)*$/u;
const words = /^\p{L}[\p{L}\p{N}\s_.-]*$/u;

/**
 * Whether a text in brackets is a note. False for all that may be a unit, known here or not: numbers in an unknown unit
 * would be taken in another one.
 */
export function isHeadNote(text: string): boolean {
  const plain = text.trim().toLowerCase();
  if (place.test(plain)) return true;
  return plain.length > 1 && words.test(plain) && !units.has(plain.replaceAll(/[\s_.-]/g, ""));
}
