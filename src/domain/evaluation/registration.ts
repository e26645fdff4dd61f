// Whether a raster lies where its file says, and by what it is moved: never by a place that could be another one.
import type { Geometry } from "../component/component-index.ts";
import type { ControlCheck } from "./place/control-point.ts";
import { LEAST_AREA_M2, placeOf, REACH_M, type Placed } from "./place/place.ts";
import type { Certainty } from "./place/place-certainty.ts";
import { isAgreedAt, type Windows } from "./place/place-check.ts";
import { movedBy, type Pose } from "./place/pose.ts";
import type { Point } from "./place/place-window.ts";
import { tubesPlaceOf, type TubesPlaced } from "./place/tube-place.ts";
import { tubeWindows } from "./place/tube-window.ts";
import type { SurveyRaster, ToPixel } from "./raster-survey.ts";
import type { Size } from "./zone.ts";

export type Registration = {
  /** Shift in metres on the plant plane, turn in milliradians, scale: what the raster is moved by. */
  readonly shift_m: readonly [x: number, y: number];
  readonly turn_mrad: number;
  readonly scale: number;
  /** Root of the mean square distance in metres of the used windows from the common movement. */
  readonly residual_m: number;
  /** The same of all windows before any movement. */
  readonly before_m: number;
  /** Windows that agree on the movement, and those that contradict it. */
  readonly blocks: number;
  readonly rejected: number;
  /** Another place fits as well, so components may be mistaken for their neighbours: nothing is moved. */
  readonly is_ambiguous: boolean;
  /** Metres to the place that could be taken for this one. */
  readonly rival_m: number | null;
  /** Metres within which the worst component lies with 95 %; null where the windows do not say it. */
  readonly uncertainty_m: number | null;
  /** Share of the modules that look like the ground beside them, where that is too many to tell a fault from a gap; else null. */
  readonly ground_alike: number | null;
  /** Share of the modules through which a line of the ground runs, where the twin has others than the plant; else null. */
  readonly divided: number | null;
  /** Share of the trackers whose gaps show modules and whose modules show a gap: their names may be one further; else null. */
  readonly shifted: number | null;
  /** The points by which a person has placed it; null where it was placed by its rows alone. */
  readonly control: ControlStatement | null;
};

export type ControlStatement = {
  readonly points: number;
  /** Root of the mean square distance of the points from the common movement, in metres. */
  readonly residual_m: number;
  /** `agrees`: the rows lie there, and the place is theirs. `none`: they do not say. `contradicts`: nothing counts. */
  readonly check: ControlCheck;
};

export type Registered = {
  readonly registration: Registration;
  readonly toPixel: ToPixel;
  /** What was found of the movement, also where it is ambiguous and not applied. */
  readonly pose: Pose;
  readonly middle: Point;
  /** How well the place of a component is known; null where the windows do not say it. */
  readonly certainty: Certainty | null;
  /** Where the raster agrees with the common movement; null where it was not compared. */
  readonly windows: Windows | null;
  /** Trackers whose modules may be one further along the row; null where they were not compared. */
  readonly shifted: ReadonlySet<number> | null;
};

/** Windows that must agree on a movement, as a share. */
const LEAST_AGREEING = 0.6;
/** Metres that agreeing windows may lie beside it: more is no raster that one movement can place. */
const MOST_RESIDUAL_M = 0.12;
/** Correlation below which there is no pattern. */
const LEAST_SCORE = 0.2;
/** What must speak for a place against one that could be taken for it; see `Comparison`. */
const CLEAR = { share: 0.75, contrast: 0.6, weight: 1.8, ofMost: 0.85 } as const;
/** Lines of tubes, and ends of rows, that must agree. */
const LEAST_TUBES = { lines: 3, share: 0.7, ends: 2, endShare: 0.6 } as const;

/**
 * Looks for the plant's components around the place that the file states. An ambiguous place is answered, but
 * `toPixel` is then the stated one.
 * @param known_m metres within which the raster is known to lie, as a camera with satellite corrections knows it
 * @returns null where no pattern is found: where the raster lies is not known
 */
export async function registerRaster(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  known_m = Infinity,
): Promise<Registered | null> {
  const { found } = await lookedFor(raster, geometry, toPixel, known_m);
  return found;
}

/** What was found of the pattern, and why it is not sure. */
export type LookedFor = {
  readonly found: Registered | null;
  /** `rival`: another place fits as well. `loose`: no other one does, but it is known less well than the limit. */
  readonly doubt: "rival" | "loose" | null;
  /** Compares the place that the file states with windows all over the raster; null where there is no pattern. */
  readonly windowsThere: (() => Promise<Windows>) | null;
};

/** As `registerRaster`; a place that is known too little has its windows, too. */
export async function lookedFor(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  known_m = Infinity,
): Promise<LookedFor> {
  if (geometry.type === "absorber_tube") return tubesLookedFor(raster, geometry, toPixel);
  const placed = await placeOf(raster, geometry, toPixel, known_m);
  const hasPattern = placed !== null && placed.score >= LEAST_SCORE;
  const windowsThere = hasPattern ? placed.windowsThere : null;
  const found = placed && registered(placed, toPixel);
  if (!found) return { found: null, doubt: null, windowsThere };
  const known = withUncertainty(found, raster, geometry, toPixel);
  const isRival = found.registration.is_ambiguous;
  const isUnsure = known.registration.is_ambiguous;
  const doubt = isRival ? "rival" : isUnsure ? "loose" : null;
  if (isRival) return { found: known, doubt, windowsThere };
  return { found: withWindows(known, await placed.windows()), doubt, windowsThere };
}

async function tubesLookedFor(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
): Promise<LookedFor> {
  const windowsThere = () => tubeWindows(raster, geometry, toPixel);
  const placed = await tubesPlaceOf(raster, geometry, toPixel);
  const found = placed && registeredTubes(placed, toPixel);
  if (!found) return { found: null, doubt: null, windowsThere: placed && windowsThere };
  if (!isPlaceSure(found)) return { found, doubt: "rival", windowsThere };
  const windows = await tubeWindows(raster, geometry, found.toPixel);
  return { found: withWindows(found, windows), doubt: null, windowsThere };
}

/** Where parts of a raster lie beside the rest, the windows that were compared are counted. */
function withWindows(found: Registered, windows: Windows): Registered {
  const { registration } = found;
  const counts = { blocks: windows.agreed.length, rejected: windows.strayed.length };
  const isSplit = registration.rejected + counts.rejected > 0;
  return { ...found, windows, registration: { ...registration, ...(isSplit && counts) } };
}

/** With what the worst component has that the raster shows; not sure where not even the middle is within the limit. */
function withUncertainty(
  found: Registered,
  raster: Size,
  geometry: Geometry,
  stated: ToPixel,
): Registered {
  const { certainty, middle, toPixel, registration } = found;
  if (!certainty) return found;
  const isLoose = certainty.at(...middle) > certainty.limit_m;
  const uncertainty_m = worstOf(certainty, raster, geometry, toPixel, middle);
  const is_ambiguous = registration.is_ambiguous || isLoose;
  return {
    ...found,
    toPixel: is_ambiguous ? stated : toPixel,
    registration: { ...registration, uncertainty_m, is_ambiguous },
  };
}

/** Metres within which the worst component in the raster lies with 95 %, and what the middle of all has. */
export function worstOf(
  certainty: Certainty,
  raster: Size,
  geometry: Geometry,
  toPixel: ToPixel,
  middle: Point,
): number {
  let worst = certainty.at(...middle);
  for (let row = 0; row < geometry.count; row++) {
    if (!(geometry.length[row]! > 0)) continue;
    const place = [geometry.centreX[row]!, geometry.centreY[row]!] as const;
    const [column, line] = toPixel(...place);
    if (column < 0 || line < 0 || column >= raster.width || line >= raster.height) continue;
    worst = Math.max(worst, certainty.at(...place));
  }
  return worst;
}

/** True where the place was found and is no other one's: only then values count as sure. See `isPlacedAt`. */
export function isPlaceSure(found: Pick<Registered, "registration"> | null): boolean {
  return found !== null && !found.registration.is_ambiguous;
}

/**
 * Whether a component of such a raster lies within what is sure: the far ends of a raster are known less well, and a
 * part of a mosaic may lie beside the rest.
 */
export function isPlacedAt(
  { certainty, windows, shifted }: Pick<Registered, "certainty" | "windows" | "shifted">,
  { centreX, centreY, parent }: Pick<Geometry, "centreX" | "centreY" | "parent">,
  row: number,
): boolean {
  return (
    !shifted?.has(parent[row]!) && isPlacedIn({ certainty, windows }, centreX[row]!, centreY[row]!)
  );
}

/** The same of a place of the plant plane. */
export function isPlacedIn(
  { certainty, windows }: Pick<Registered, "certainty" | "windows">,
  x: number,
  y: number,
): boolean {
  if (windows && !isAgreedAt(windows, x, y)) return false;
  return !certainty || certainty.at(x, y) <= certainty.limit_m;
}

/** The components of such a raster that lie within what is sure; the others as if they were removed. */
export function placedOnly(geometry: Geometry, found: Registered): Geometry {
  const length = geometry.length.map((one, row) => (isPlacedAt(found, geometry, row) ? one : 0));
  return { ...geometry, length };
}

function registered(
  { fit, middle, rival, looks, score, before }: Placed,
  toPixel: ToPixel,
): Registered | null {
  const isFound =
    score >= LEAST_SCORE &&
    fit.used >= LEAST_AGREEING * looks &&
    fit.residual <= MOST_RESIDUAL_M &&
    Math.hypot(fit.pose.dx, fit.pose.dy) <= REACH_M;
  if (!isFound) return null;
  const registration = {
    ...movement(fit.pose),
    residual_m: fit.residual,
    before_m: before,
    blocks: fit.used,
    rejected: fit.rejected,
    is_ambiguous: !isClear(rival),
    rival_m: isClear(rival) ? null : (rival?.away_m ?? null),
    uncertainty_m: null,
    ground_alike: null,
    divided: null,
    shifted: null,
    control: null,
  };
  const { certainty } = fit;
  return {
    ...withPlace(registration, fit.pose, middle, toPixel),
    certainty,
    windows: null,
    shifted: null,
  };
}

function isClear(rival: Placed["rival"]): boolean {
  if (!rival) return true;
  return (
    rival.share >= CLEAR.share &&
    rival.contrast >= CLEAR.contrast &&
    rival.area_m2 >= LEAST_AREA_M2 &&
    rival.weight >= Math.min(CLEAR.weight, CLEAR.ofMost * Math.sqrt(rival.looks))
  );
}

function registeredTubes(placed: TubesPlaced, toPixel: ToPixel): Registered | null {
  const { pose, middle, residual, used, rejected, ends, before } = placed;
  if (used < LEAST_TUBES.lines || used < LEAST_TUBES.share * (used + rejected)) return null;
  const [agreeing, seen] = ends;
  // Across the rows the lines tell the place; along them only their ends do.
  const is_ambiguous = agreeing < LEAST_TUBES.ends || agreeing < LEAST_TUBES.endShare * seen;
  const registration = {
    ...movement(pose),
    residual_m: residual,
    before_m: before,
    blocks: used,
    rejected,
    is_ambiguous,
    rival_m: null,
    uncertainty_m: null,
    ground_alike: null,
    divided: null,
    shifted: null,
    control: null,
  };
  return {
    ...withPlace(registration, pose, middle, toPixel),
    certainty: null,
    windows: null,
    shifted: null,
  };
}

function movement({ dx, dy, turn, scale }: Pose) {
  return { shift_m: [dx, dy] as const, turn_mrad: turn * 1000, scale };
}

function withPlace(
  registration: Registration,
  pose: Pose,
  middle: Point,
  toPixel: ToPixel,
): Omit<Registered, "certainty" | "windows" | "shifted"> {
  if (registration.is_ambiguous) return { registration, toPixel, pose, middle };
  const moved = movedBy(pose, middle);
  return { registration, toPixel: (x, y) => toPixel(...moved(x, y)), pose, middle };
}
