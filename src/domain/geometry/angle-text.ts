// Longitudes and latitudes as people write them: decimal degrees, or degrees, minutes and seconds, with a sign or the
// letter of the hemisphere.
import { readNumber, settledNumber } from "../number-text.ts";

/** Letters of the hemispheres. "O" is west in Spanish and Portuguese and east in German, so it is none. */
const hemispheres = { lon: { E: 1, W: -1 }, lat: { N: 1, S: -1 } } as const;

/** Degrees, then minutes, then seconds, with their signs or with blanks between them. */
const parts =
  /^(\d{1,3})\s*(?:[°ºd:]|\s)\s*(\d{1,2}(?:[.,]\d+)?)\s*(?:(?:['’′m:]|\s)\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:"|”|″|''|’’|s)?)?)?$/i;

const hemisphere = /^([NSEW])\s*(?=\d)|(?<=[\d°º'"’′”″sm\s])\s*([NSEW])$/i;

/** Whether the text has the letter of a hemisphere before or behind its degrees. */
export const hasHemisphere = (text: string): boolean => hemisphere.test(text.trim());

/**
 * Degrees of a text, or null for one that is no longitude or latitude. Coordinates of a plane are numbers, too, and
 * are answered as they are.
 */
export function readAngle(text: string, axis: "lon" | "lat"): number | null {
  const trimmed = text.trim();
  const letter = hemisphere.exec(trimmed);
  const named = (letter?.[1] ?? letter?.[2])?.toUpperCase();
  const bare = letter ? trimmed.replace(letter[0], "").trim() : trimmed;
  const turn = named === undefined ? 1 : (hemispheres[axis] as Record<string, 1 | -1>)[named];
  if (turn === undefined) return null;
  const isNegative = /^[-\u2010-\u2013\u2212]/.test(bare);
  // A sign and a letter could turn it twice.
  if (isNegative && named !== undefined) return null;
  const degrees = magnitudeOf(isNegative ? bare.slice(1).trim() : bare);
  if (degrees === null) return null;
  return 0 + (isNegative ? -degrees : turn * degrees);
}

function magnitudeOf(text: string): number | null {
  const decimal = text.replace(/\s*[°º]$/, "");
  // In degrees, a comma before three digits can only be decimal.
  const plain = settledNumber(readNumber(decimal), { least: -180, greatest: 180 });
  if (plain.kind === "number") return plain.value;
  const found = parts.exec(text);
  if (!found) return null;
  const [degrees = NaN, minutes = NaN, seconds = NaN] = found.slice(1).map((part) => {
    const reading = settledNumber(readNumber(part ?? "0"), { least: 0, greatest: 180 });
    return reading.kind === "number" ? reading.value : NaN;
  });
  if (!(minutes < 60 && seconds < 60)) return null;
  return degrees + minutes / 60 + seconds / 3600;
}
