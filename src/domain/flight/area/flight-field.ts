// The fields of a flight type: which parallel lines see what it measures.
import { stripsOverBoxes, type BoxLineSettings } from "../plan/box-lines.ts";
import { isHalf, isThermal, STRAIGHT_DOWN_DEG, type Capture } from "../plan/capture.ts";
import {
  byCoverage,
  fieldsOver,
  shiftAlong,
  type Field,
  type ViewOver,
} from "../plan/field-lines.ts";
import { fieldInPieces } from "../plan/field-pieces.ts";
import { isInside, signedArea, type FlightGround, type Region } from "../ground/flight-ground.ts";
import type { Motion } from "../time/flight-motion.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { byDirection, halves, type Box } from "./flight-target.ts";

const RIGHT_ANGLE = Math.PI / 2;
/** Part of a frame's length that a photo at a line's end is counted on to see beyond it. */
const COUNTED_REACH = 0.4;
/** Part of the swath that is counted on at the edge of an area, where no other line sees the ground. */
const COUNTED_SWATH = 0.9;
/** Part of a frame's length by which a line ends before the edge, which its last photos still show. */
const TRIM = 0.15;
/** Columns of collectors that are further apart across the lines than this are not the same column. */
const SAME_COLUMN_M = 1;

/** Alternatives for each part of the plan, the most promising first. */
export function fieldsOf(
  ground: FlightGround,
  boxes: readonly Box[] | null,
  capture: Capture,
  motion: Motion,
  settings: FlightSettings,
  viewOver: ViewOver,
): Field[][] {
  if (boxes) return boxFields(ground, boxes, capture, settings, viewOver).map((field) => [field]);
  const lens = capture.thermal ?? capture.visual;
  const strips = {
    spacing: capture.spacing_m,
    edge: Math.max(capture.spacing_m, lens.swath_m * COUNTED_SWATH) / 2,
    widest: Math.max(capture.spacing_m, lens.swath_m) / 2,
    trim: lens.length_m * TRIM,
    reach: lens.length_m * COUNTED_REACH,
    leadOut: 0,
    gap: 0,
  };
  const direction = directionOf(settings);
  const shared = Math.max(0, lens.swath_m - capture.spacing_m);
  return partsOf(ground.inner).map((inner) => {
    const field = within(ground.field, inner);
    const fields = fieldsOver(field, inner, direction, motion, strips, viewOver);
    // A tilted camera sees an edge from one side only: its areas are flown in one direction.
    const [whole] = fields;
    const isCut = direction === null && capture.gimbal_pitch_deg === STRAIGHT_DOWN_DEG;
    if (!whole || !isCut) return fields;
    const pieced = fieldInPieces(field, inner, motion, strips, { shared, whole });
    return pieced ? [pieced, ...fields].toSorted(byCoverage) : fields;
  });
}

/** Radians from east, 0 to pi; null where none is set. */
function directionOf({ direction_deg }: FlightSettings): number | null {
  if (direction_deg === null) return null;
  return ((((90 - direction_deg) % 180) + 180) % 180) * (Math.PI / 180);
}

function boxFields(
  ground: FlightGround,
  boxes: readonly Box[],
  capture: Capture,
  settings: FlightSettings,
  viewOver: ViewOver,
): Field[] {
  const { flight_type } = capture;
  const isGeometry = !isThermal(flight_type);
  return byDirection(boxes).flatMap(({ direction: axis, boxes: alike }) => {
    const own = flight_type === "pv_thermal" ? directionOf(settings) : null;
    const direction = own ?? (isGeometry ? axis + RIGHT_ANGLE : axis);
    const seen = isHalf(flight_type) ? halves(alike) : alike;
    const view = viewOver(direction);
    const shift = shiftAlong(view, direction);
    const lines = { ...boxLinesOf(capture, seen, settings), shift };
    const strips = stripsOverBoxes(seen, ground.inner, direction, lines);
    return strips.length > 0 ? [{ direction, strips, view }] : [];
  });
}

/** What a line over components covers, and how far the next one may be. */
export function boxLinesOf(
  capture: Capture,
  boxes: readonly Box[],
  settings: FlightSettings,
): BoxLineSettings {
  const { flight_type, spacing_m } = capture;
  const lens = capture.thermal ?? capture.visual;
  const gap = 2 * settings.lead_out_m + lens.length_m;
  const lead = { leadOut: settings.lead_out_m, shift: 0, gap, road: lens.swath_m };
  if (flight_type === "pv_thermal")
    return { ...lead, band: spacing_m, apart: spacing_m, whole: false };
  const margin = 1 + settings.frame_margin_percent / 100;
  const apart = setSpacing(capture, settings);
  if (flight_type === "trough_thermal") {
    return { ...lead, band: lens.swath_m / margin, apart, whole: true };
  }
  const longest = boxes.reduce((most, { length }) => Math.max(most, length), 0);
  const band = settings.optimize_torsion_flights ? lens.swath_m : longest + SAME_COLUMN_M;
  return { ...lead, band: Math.max(band, longest), apart, whole: true };
}

/** Metres between lines over collectors for the side overlaps that somebody has set; without one, the rows decide. */
function setSpacing({ thermal, visual }: Capture, settings: FlightSettings): number {
  const { rows_ir_side_overlap_percent: ir, rows_rgb_side_overlap_percent: rgb } = settings;
  return Math.min(
    thermal && ir !== null ? thermal.swath_m * (1 - ir / 100) : Infinity,
    rgb !== null ? visual.swath_m * (1 - rgb / 100) : Infinity,
  );
}

/** The separate parts of a region, each with its holes. */
export function partsOf(region: Region): Region[] {
  const outer = region
    .filter((ring) => signedArea(ring) > 0)
    .toSorted((a, b) => signedArea(a) - signedArea(b));
  const parts = outer.map((ring) => [ring]);
  for (const hole of region.filter((ring) => signedArea(ring) < 0)) {
    const [spot] = hole;
    // A part may lie inside a hole of a larger one.
    const around = spot && parts.find(([ring]) => ring && isInside([ring], spot));
    around?.push(hole);
  }
  return parts.toReversed();
}

/** The parts of `field` that contain `inner`. */
function within(field: Region, inner: Region): Region {
  const [first] = inner;
  const part = partsOf(field).find((candidate) => {
    const spot = first?.[0];
    return spot !== undefined && isInside(candidate, spot);
  });
  return part ?? inner;
}
