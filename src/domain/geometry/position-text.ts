// Positions as people paste and type them: a latitude and a longitude in one text.
import { hasHemisphere, readAngle } from "./angle-text.ts";
import { readNumber } from "../number-text.ts";

/** Degrees, EPSG:4326. */
export type TextPosition = { readonly lat: number; readonly lon: number };

/** What may stand between the two. A comma may also mark decimals: every place is tried. */
const between = /\s*[,;]\s*|\s+/g;
/** Whole degrees are no position that somebody has copied: "37, 5" may be a number, "12 3" a name. */
const isExact = (text: string): boolean => /\d[.,]\d|\d\s*[°º]/.test(text);

/**
 * The position of a text such as "37.2273, -3.0687", "37,21; -3,07" or `18°53'09.6"S 70°06'43.2"W`: latitude first, unless
 * letters say otherwise. Null where the text is no pair without doubt: "-23,55" is one number. Latitudes end at 85°, as the
 * map does.
 */
export function readPosition(text: string): TextPosition | null {
  const typed = text.trim();
  const isOne =
    readNumber(typed).kind !== "bad" ||
    readAngle(typed, "lat") !== null ||
    readAngle(typed, "lon") !== null;
  if (isOne) return null;
  const found = [...typed.matchAll(between)].flatMap(({ 0: gap, index }) => {
    const [first, second] = [typed.slice(0, index), typed.slice(index + gap.length)];
    // "56,4,12,2" may be four numbers.
    if (gap === "," && (first + second).includes(",")) return [];
    const pair = pairOf(first, second);
    return pair ? [pair] : [];
  });
  const [only] = found;
  return found.length === 1 && only ? only : null;
}

function pairOf(first: string, second: string): TextPosition | null {
  if (!isExact(first) || !isExact(second)) return null;
  return (
    placeOf(first, second) ??
    (hasHemisphere(first) || hasHemisphere(second) ? placeOf(second, first) : null)
  );
}

function placeOf(latitude: string, longitude: string): TextPosition | null {
  const lat = readAngle(latitude, "lat");
  const lon = readAngle(longitude, "lon");
  if (lat === null || lon === null) return null;
  return Math.abs(lat) <= 85 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}
