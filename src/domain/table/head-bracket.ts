// Text in brackets at the end of a head: a unit, or a note such as a height or "corrected".
import { withoutMarks } from "../text.ts";

/** The head without its brackets, and the text in them; null for a head without. */
export function bracketOf(head: string): { readonly bare: string; readonly text: string } | null {
  const found = /^(.*?)\s*(?:\[([^\]]*)\]|\(([^)]*)\))$/.exec(head.trim());
  return found ? { bare: found[1]!, text: (found[2] ?? found[3] ?? "").trim() } : null;
}

/**
 * What notes say, in English, Spanish, Portuguese and German, in lower case and without accents. None is a unit or a part of
 * one, and none says that the column has another quantity, as "horizontal", "max" or "raw" would.
 */
const noteWords = new Set(
  `corrected corr corregida corregido corrigida corrigido korrigiert
  avg average averaged mean media medio promedio promediada promediado mittel mittelwert gemittelt
  measured medida medido gemessen calibrated calibrada calibrado kalibriert instantaneous instantanea instantaneo
  filtered filtrada filtrado gefiltert smoothed suavizada suavizado cleaned clean limpia limpio limpa limpo gereinigt
  sensor sonda probe station estacion estacao met meteo weather mast mastil mastro torre tower logger datalogger
  pyranometer piranometro pyrheliometer pirheliometro pireliometro anemometer anemometro thermometer termometro
  height altura hohe agl dry bulb shade sombra air aire
  plant planta site sitio local north south east west norte sur sul este leste oeste
  primary secondary main principal backup respaldo`.split(/\s+/),
);
const notePhrases =
  /\b(?:above (?:the )?ground(?: level)?|sobre el suelo|acima do solo|uber grund)\b/;

/** A height, a wavelength, or the interval of an average: "10 m", "5 min". */
const place = /^\d+(?:[.,]\d+)?\s*(?:m|nm|s|sec|min|h)(?=\s|$)/;
/** Counts sensors: "sensor 2". */
const number = /^\d{1,2}$/;

/**
 * Whether a text in brackets is a note. False for all that is not known to be one: it may be a unit, in any language, and
 * numbers in an unknown unit would be taken in another one.
 */
export function isHeadNote(text: string): boolean {
  const plain = withoutMarks(text).trim().toLowerCase();
  const words = plain
    .replace(place, " ")
    .replace(notePhrases, " ")
    .split(/[\s_.,;:/-]+/)
    .filter(Boolean);
  if (words.length === 0) return place.test(plain) || notePhrases.test(plain);
  const isKnown = (word: string, at: number) =>
    noteWords.has(word) || (at > 0 && number.test(word));
  return words.every(isKnown);
}
