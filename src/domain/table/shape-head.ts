// The head of a table with a shape in each row: WKT, or longitude and latitude.
import { plainName } from "../twin/twin-file-name.ts";
import { cellText, type Cell } from "./table.ts";

const wktNames = "wkt geometry geom thegeom wktgeom shape geometria wkbgeometry".split(" ");
const lonNames = "lon lng long longitude longitud x pointx easting este leste".split(" ");
const latNames = "lat latitude latitud y pointy northing norte".split(" ");
/** Words around the name of a coordinate: "GPS_Longitude", "coord_x", "Este (m)", "Lat_WGS84". */
const beside =
  /^(?:gps|utm|coord(?:inate|enada)?s?|pos(?:ition|icion)?|cent(?:er|re|ro(?:id|ide)?)|dd)|(?:wgs(?:19)?84|gps|utm|dd|deg(?:rees)?|decimal|coord|grados|graus)$/g;

/** Columns by their index; -1 where the head has none. */
export type ShapeHead = { readonly wkt: number; readonly lon: number; readonly lat: number };

/** Where the shape stands; null where the head names none. */
export function shapeHead(cells: readonly Cell[]): ShapeHead | null {
  const names = cells.map(cellText);
  const plain = names.map(plainName);
  const bare = names.map((name) => plainName(name.replace(/[([].*$/, "")).replaceAll(beside, ""));
  const at = (wanted: readonly string[]) => {
    const found = [plain, bare].flatMap((heads) =>
      wanted.map((name) => heads.indexOf(name)).filter((index) => index >= 0),
    );
    return found[0] ?? -1;
  };
  const found = { wkt: at(wktNames), lon: at(lonNames), lat: at(latNames) };
  return found.wkt < 0 && (found.lon < 0 || found.lat < 0) ? null : found;
}

/** Words that stand for other things too: crosses in a list of checks, and sides of the world. */
const looseNames = new Set("x y este leste norte".split(" "));

/** Whether the shape is named by words that the values of a row may be. */
export function isLooseShapeHead(cells: readonly Cell[]): boolean {
  const found = shapeHead(cells);
  if (found === null || found.wkt >= 0) return false;
  return [found.lon, found.lat].every((at) => looseNames.has(plainName(cellText(cells[at]))));
}

/** Whether the cells are the head of a table with shapes, with titles above it perhaps. */
export const isShapeHead = (cells: readonly Cell[]): boolean =>
  shapeHead(cells) !== null && cells.every((cell) => !/^-?\d+[.,]\d/.test(cellText(cell)));
