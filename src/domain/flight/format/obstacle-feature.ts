// Obstacles among the features of other programs' files: what stands up from the ground, and how high.
import { OBSTACLE_METRES } from "../ground/obstacle.ts";
import { readNumber } from "../../number-text.ts";
import { plainOf, statedOf } from "./area-kind.ts";
import type { Position, ReadFeature } from "./map-feature.ts";

/** Words for an obstacle itself: they name everything in a folder. "No obstante" has none. */
const obstacle = /\bobsta[ck]|hindernis|ostacol/;
/**
 * Words of what stands up, without accents. "Line 3" of a plant is none: a word for electricity stands beside it. "At" is an
 * English word before it is a high voltage, and "extension" has "tension" in it.
 */
const standing = new RegExp(
  [
    "torre\\b|torres\\b|tower|\\bturm|mastil|\\bmast(s|en)?\\b|antena|antenn|pylon|\\bpilon|\\bpostes?\\b|\\btension|\\btensao",
    "hochspann|freileitung|stromleitung|power ?line|transmission|transmis|catenar|conductor aereo|overhead line",
    "(lineas?|linhas?|lignes?) (electric|eletric|aere|area|de alta|de media|de transm|at\\b|mt\\b)|^at$|\\b(hv|ht|mv)\\b",
    "subesta|substation|umspann|edific|building|gebaude|batiment|chimenea|chimney|chamine|schornstein|aerogener|turbin|grua\\b|\\bcrane|\\bsilos?\\b|galpao|galpon",
  ].join("|"),
);

type Said = Pick<ReadFeature, "properties" | "name" | "folders">;

/**
 * Where a word names something that stands up: in the feature's name, in what says its kind, or as the obstacles of a
 * folder; or only beside it, in another folder or property, which may speak of its neighbours. Null: nowhere.
 */
export function obstacleWord({ name, folders, properties }: Said): "named" | "beside" | null {
  const isStanding = (text: string) => {
    const plain = plainOf(text).trim();
    return obstacle.test(plain) || standing.test(plain);
  };
  const { stated } = statedOf({ properties });
  const isNamed = [name, ...stated].some(isStanding);
  if (isNamed || folders.some((folder) => obstacle.test(plainOf(folder)))) return "named";
  const values = Object.values(properties).filter((value) => typeof value === "string");
  return [...folders, ...values].some(isStanding) ? "beside" : null;
}

const METRES_A_FOOT = 0.3048;
const unit = String.raw`(?<metres>m|mt|mts|metros?|met(?:er|re|ro)s?)|(?<feet>ft|feet|foot|pies?|pes|fuss|')`;
/** Parts of what stands up, below its top, and spaces below it. */
const parts =
  "roof|tejado|telhado|cubierta|dach|eave|alero|beiral|traufe|wire|cable|conductor|cabo|sag|clear|galib|gabarit|libre|livre|hub|nabe|buje|cubo|floor|stor(e)?y|piso|andar|planta|geschoss|door|puerta|porta|mean|avg|average|promedio|media|mittel";
/** Names of properties for the height of something, and not of a part of it, of the ground, of a flight or of a limit. */
const heightKey = new RegExp(
  String.raw`^[a-z\s]*\b(height|altura|alto|hohe|hoehe|hauteur|altezza|agl)\b[\s(\[]*(?:${unit})?[\s)\].]*$`,
);
const otherHeight = new RegExp(
  String.raw`\b(max|min|limit|ceil|techo|teto|vuelo|voo|flight|flug|vol|base|elev|ellip|geoid|terrain|terreno|suelo|solo|ground|sea|nivel|mar|msl|camera|sensor|label|text|font|icon|${parts})`,
);
const heightValue = new RegExp(String.raw`^([\d.,]+)\s*(?:${unit})?[\s.]*(?:agl)?$`);

/**
 * Metres that a feature stands above the ground, by a property such as "height", "altura (m)" or "Höhe" with its unit, else by
 * coordinates that KML says are above ground. A number without a unit is taken as metres: were it feet, it would be too
 * high, which is the safe side, and the person who adds it sees it. Null: no property says it, several differ, or it is none.
 */
export function heightOfFeature(feature: ReadFeature): number | null {
  const stated = Object.entries(feature.properties).flatMap(([key, value]) => {
    const metres =
      value === null ? null : metresOf(plainOf(key), String(value).trim().toLowerCase());
    return metres === null ? [] : [metres];
  });
  const all = stated.length > 0 ? stated : heightsAbove(feature);
  const most = Math.max(0, ...all);
  const isOne = stated.every((metres) => Math.abs(metres - most) < 0.1);
  return isOne && most >= OBSTACLE_METRES.least && most <= OBSTACLE_METRES.most
    ? Math.round(most * 100) / 100
    : null;
}

function metresOf(key: string, value: string): number | null {
  // Our own name has its unit at its end.
  const named = heightKey.exec(key.trim());
  const read = heightValue.exec(value);
  if (!named || !read || otherHeight.test(key)) return null;
  const isStated = read.groups?.["metres"] ?? read.groups?.["feet"];
  const isFeet = (isStated ? read : named).groups?.["feet"] !== undefined;
  // "1,200" may be both: a person enters it.
  const reading = readNumber(read[1]!);
  return reading.kind === "number" ? reading.value * (isFeet ? METRES_A_FOOT : 1) : null;
}

function heightsAbove({ geometry, isAboveGround }: ReadFeature): number[] {
  if (!isAboveGround) return [];
  const positions: readonly Position[] =
    geometry.type === "Polygon" ? geometry.rings.flat() : geometry.positions;
  return positions.flatMap(([, , height]) => (height === null ? [] : [height]));
}
