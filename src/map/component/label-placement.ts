// Chooses the labels that fit on the map without overlap.
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { metresPerPixel } from "./projection.ts";
import type { Camera } from "../../state/map/view.ts";
import type { PlaneBox } from "./level-of-detail.ts";
import { listInView } from "../../domain/column/in-view.ts";
import { FILTERED_OUT } from "../../state/plant/column/row-flag.ts";
import type { Level, RowFlags } from "./level.ts";

export type PlacedLabel = {
  readonly text: string;
  /** Longitude, latitude in degrees. */
  readonly position: [number, number];
};

/** A level has labels while its components have this size in pixels. */
const FROM_PIXELS = 44;
const TO_PIXELS = 900;
const CHARACTER_PIXELS = 7;
const LINE_PIXELS = 14;
/** Free space around a label, so that there are a few readable labels instead of all. */
const ROOM_PIXELS = 72;
const MOST_LABELS = 60;
/** Every glyph is an instance, which is expensive in a software renderer. */
const MOST_GLYPHS = 2000;
const CELL_PIXELS = 64;
/** Rows of a level that are looked through for labels. */
const MOST_ROWS = 5000;

export type LabelView = {
  readonly origin: LonLat;
  readonly camera: Camera;
  readonly viewBox: PlaneBox;
  readonly levels: readonly Level[];
  /** What does not pass the filters is not drawn, so it has no name. */
  readonly flags: RowFlags["of"];
};

/** The labels of the view in order of priority: higher levels first. */
export function placeLabels({ origin, camera, viewBox, levels, flags }: LabelView): PlacedLabel[] {
  const scale = metresPerPixel(camera.zoom, origin);
  const plane = planeAt(origin);
  const turn = (camera.bearing * Math.PI) / 180;
  const cos = Math.cos(turn) / scale;
  const sin = Math.sin(turn) / scale;
  const taken = takenBoxes();
  const placed: PlacedLabel[] = [];
  let glyphs = 0;
  for (const level of levels) {
    for (const row of rowsInView(level, flags(level.type), viewBox, scale)) {
      const text = level.names!.pcs(row) || level.names!.dtId(row);
      const x = level.geometry.centreX[row]!;
      const y = level.geometry.centreY[row]!;
      const width = text.length * CHARACTER_PIXELS + ROOM_PIXELS;
      if (text === "" || glyphs + text.length > MOST_GLYPHS) continue;
      // Screen pixels after rotation, relative to an arbitrary point: only distances between labels matter.
      if (!taken.claim(x * cos - y * sin, -(x * sin + y * cos), width, LINE_PIXELS + ROOM_PIXELS))
        continue;
      glyphs += text.length;
      placed.push({ text, position: plane.toLonLat(x, y) });
      if (placed.length === MOST_LABELS) return placed;
    }
  }
  return placed;
}

/** Rows of a level that are large enough for a name and whose centre is in view. */
function rowsInView(
  { geometry, mesh, names }: Level,
  flags: Uint8Array | undefined,
  box: PlaneBox,
  scale: number,
): number[] {
  const pixels = (mesh?.size ?? 0) / scale;
  if (!names || pixels < FROM_PIXELS || pixels > TO_PIXELS) return [];
  const passes = (row: number) => ((flags?.[row] ?? 0) & FILTERED_OUT) === 0;
  return listInView(geometry, box, passes, MOST_ROWS);
}

/** The boxes taken on the screen, by grid cell, so that a label is compared with its neighbours only. */
export function takenBoxes() {
  type Box = readonly [left: number, top: number, right: number, bottom: number];
  const cells = new Map<string, Box[]>();
  return {
    /** Takes a box around a point, in pixels. Returns false, and takes nothing, where it would overlap another. */
    claim(x: number, y: number, width: number, height: number): boolean {
      const box: Box = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
      const keys: string[] = [];
      for (let cx = Math.floor(box[0] / CELL_PIXELS); cx <= box[2] / CELL_PIXELS; cx += 1) {
        for (let cy = Math.floor(box[1] / CELL_PIXELS); cy <= box[3] / CELL_PIXELS; cy += 1) {
          keys.push(`${cx} ${cy}`);
        }
      }
      const covers = ([left, top, right, bottom]: Box) =>
        left < box[2] && right > box[0] && top < box[3] && bottom > box[1];
      if (keys.some((key) => cells.get(key)?.some(covers))) return false;
      for (const key of keys) cells.set(key, [...(cells.get(key) ?? []), box]);
      return true;
    },
  };
}
