// Which of two places is the right one: at the right one, what only it calls a component looks like all the others.
//
// Two places a module apart along a row agree on nearly all pixels. They differ at the ends of rows, at roads, and at
// gaps. There, each says of some pixels that a component is seen where the other one sees the ground. A component is
// as warm and as even as those around; ground may be as warm, but seldom as even, and not everywhere.
import { percentileReordering } from "../../median.ts";
import { visitSpans, windowOf, type PixelWindow } from "../zone.ts";
import { shrunk, type Cells, type Picture } from "./place-feature.ts";
import { each, ringsOf, type Look, type LookInput } from "./place-look.ts";
import { movesOf } from "./place-search.ts";
import type { Pose } from "./pose.ts";
import type { Point } from "./place-window.ts";

/** Side of the cells that are compared in rasters, in metres. */
const CELL_M = 0.1;
/** Metres from its edge at which the face of a component begins, and up to which outside of it is near. */
const INSIDE_M = 0.2;
const BESIDE_M = 0.15;
/** Standard deviations from the usual component beyond which a cell is none; further away says no more. */
const MOST_SIGMA = 3;
/** Cells of each kind that a window must have to say something. */
const LEAST_CELLS = 40;

export type ScoutedLook = {
  readonly look: Look;
  readonly size: Cells;
  /** Side of the cells in metres. */
  readonly cell_m: number;
  /** All of the window without its margin, in cells. */
  readonly core: PixelWindow;
  readonly warm: Picture;
  readonly rough: Picture;
};

/**
 * A look in cells, made once for all comparisons.
 * @param cell_m side of the cells in metres
 */
export function scouted(look: Look, cell_m = CELL_M): ScoutedLook {
  const perMetre = [
    Math.hypot(look.east[0], look.north[0]),
    Math.hypot(look.east[1], look.north[1]),
  ] as const;
  const size: Cells = [
    Math.max(1, Math.round(cell_m * perMetre[0])),
    Math.max(1, Math.round(cell_m * perMetre[1])),
  ];
  const low = each((axis) => Math.ceil(look.margin[axis] / size[axis]));
  const high = each((axis) => Math.floor((look.margin[axis] + look.core[axis]) / size[axis]));
  return {
    look,
    size,
    cell_m,
    core: { column: low[0], row: low[1], width: high[0] - low[0], height: high[1] - low[1] },
    warm: shrunk(look.picture, size),
    rough: shrunk(look.rough, size),
  };
}

/** Marks of a cell: near a component, and on its face. */
const [NEAR, FACE] = [1, 3];

/** Marks of the cells where the look's middle is moved so. */
export function facesOf(
  input: LookInput,
  { look, size, core, warm }: ScoutedLook,
  turn: number,
  move: Point,
) {
  const faces = new Uint8Array(warm.width * warm.height);
  const perCell = Math.hypot(look.east[0], look.north[0]) / size[0];
  // The rim of the window is the same for all places, wherever the pattern is moved.
  const grow = Math.ceil(BESIDE_M * perCell) + 1;
  for (const ring of ringsOf(input, look, turn, move)) {
    const own = ring.map((value, at) => (value + look.margin[at % 2]!) / size[at % 2]!);
    const window = within(windowOf(own, warm), core, grow);
    if (!window) continue;
    for (const [inset, mark] of [
      [-BESIDE_M * perCell, NEAR],
      [INSIDE_M * perCell, FACE],
    ] as const) {
      visitSpans(own, window, inset, (row, first, last) => {
        for (let at = row * warm.width + first; at <= row * warm.width + last; at++)
          faces[at]! |= mark;
      });
    }
  }
  return faces;
}

/** The window, grown to all sides, as far as it lies in the other one. */
function within(window: PixelWindow | null, core: PixelWindow, grow: number): PixelWindow | null {
  if (!window) return null;
  const column = Math.max(core.column, window.column - grow);
  const row = Math.max(core.row, window.row - grow);
  const width = Math.min(core.column + core.width, window.column + window.width + grow) - column;
  const height = Math.min(core.row + core.height, window.row + window.height + grow) - row;
  return width > 0 && height > 0 ? { column, row, width, height } : null;
}

export type FaceMaker = (pose: Pose) => readonly Uint8Array[];

/** Faces of all looks for a movement. */
export function faceMaker(
  input: LookInput,
  looks: readonly ScoutedLook[],
  middle: Point,
): FaceMaker {
  const surfaces = looks.map(({ look }) => ({ look }));
  return (pose) => {
    const moves = movesOf(surfaces, pose, middle);
    return looks.map((one, at) => facesOf(input, one, pose.turn, moves[at]!));
  };
}

export type Comparison = {
  /** Square metres that only one of both places calls components, over all looks. */
  readonly area_m2: number;
  /** What speaks for the first place, in standard deviations per cell. */
  readonly contrast: number;
  /** What speaks for the first place, as a share of all that speaks for one of them; 0.5 where both are as good, or nothing speaks for either. */
  readonly share: number;
  /** The same by looks, over its standard error; at most the root of the number of looks. */
  readonly weight: number;
  /** Looks in which the places differ. */
  readonly looks: number;
};

/** Whether cells look like components: those that only one of two places calls so. Positive where the first is right. */
export function compared(
  looks: readonly ScoutedLook[],
  one: readonly Uint8Array[],
  other: readonly Uint8Array[],
): Comparison {
  let [pro, contra, cells, area_m2, total, square, telling] = [0, 0, 0, 0, 0, 0, 0];
  const seen = looks.flatMap((look, at) => {
    const found = contrastAt(look, one[at]!, other[at]!);
    return found ? [{ ...found, cell_m: look.cell_m }] : [];
  });
  const spreads = ([0, 1] as const).map((feature) =>
    Math.sqrt(
      seen.reduce((sum, { usual }) => sum + usual[feature].spread ** 2, 0) / (seen.length || 1),
    ),
  );
  for (const look of seen) {
    const found = differenceAt(look, spreads);
    pro += found.pro;
    contra += found.contra;
    cells += found.cells;
    area_m2 += found.cells * look.cell_m ** 2;
    if (found.cells >= LEAST_CELLS) telling += 1;
    const own = found.pro - found.contra;
    total += own;
    square += own * own;
  }
  const [up, down] = [Math.max(0, pro), Math.max(0, contra)];
  return {
    area_m2,
    contrast: cells > 0 ? pro / cells : 0,
    share: up + down > 0 ? up / (up + down) : 0.5,
    weight: square > 0 ? total / Math.sqrt(square) : 0,
    looks: telling,
  };
}

/** Cells of components at one place, and the share of them that are of components at the other place, too. */
export function commonShare(one: Uint8Array, other: Uint8Array): { share: number; cells: number } {
  let [cells, both] = [0, 0];
  for (let at = 0; at < one.length; at++) {
    if (one[at] !== FACE) continue;
    cells += 1;
    if (other[at] !== 0) both += 1;
  }
  return { share: cells > 0 ? both / cells : 1, cells };
}

/** Which cells of a look two places call what. */
type Kinds = {
  /** Their places in the pictures, and what they are; the first `known` ones count. */
  readonly cells: Int32Array;
  readonly kinds: Uint8Array;
  readonly known: number;
  /** How many there are of each kind. */
  readonly counts: readonly number[];
};

/** A picture of a look: its middle and robust standard deviation where both places see components. */
type Usual = {
  readonly values: Float32Array;
  readonly middle: number;
  readonly spread: number;
  /** Distance of the ground from that middle, of half of its cells. */
  readonly ground: number;
};

type Contrast = Kinds & { readonly usual: readonly [warm: Usual, rough: Usual] };

/** Null where the look says nothing of these places. */
function contrastAt(look: ScoutedLook, one: Uint8Array, other: Uint8Array): Contrast | null {
  const { core, warm, rough } = look;
  const [cells, kinds] = [new Int32Array(one.length), new Uint8Array(one.length)];
  const counts = [0, 0, 0, 0, 0];
  let known = 0;
  for (let row = core.row; row < core.row + core.height; row++) {
    const from = row * warm.width + core.column;
    for (let at = from; at < from + core.width; at++) {
      const kind = kindOf(one[at]!, other[at]!);
      if (kind === UNCLEAR) continue;
      const value = warm.values[at]! + rough.values[at]!;
      if (value !== value) continue;
      cells[known] = at;
      kinds[known++] = kind;
      counts[kind]! += 1;
    }
  }
  const [ground, mine, theirs, both] = counts as [number, number, number, number];
  if (mine + theirs < LEAST_CELLS || ground < LEAST_CELLS) return null;
  // Places with hardly a cell in common are no shift of the pattern onto itself: the correlation tells them apart.
  if (both < LEAST_COMMON * Math.min(mine + both, theirs + both)) return null;
  const found = { cells, kinds, known, counts };
  return { ...found, usual: [usualOf(found, warm), usualOf(found, rough)] };
}

function usualOf({ cells, kinds, known, counts }: Kinds, { values }: Picture): Usual {
  const faces = new Float64Array(counts[BOTH]!);
  let next = 0;
  for (let k = 0; k < known; k++) if (kinds[k] === BOTH) faces[next++] = values[cells[k]!]!;
  const middle = percentileReordering(faces, 0.5);
  for (let at = 0; at < faces.length; at++) faces[at] = Math.abs(faces[at]! - middle);
  const spread = Math.max(LEAST_K, 1.4826 * percentileReordering(faces, 0.5));
  const away = new Float64Array(Math.ceil(counts[GROUND]! / SOME));
  let [passed, taken] = [0, 0];
  for (let k = 0; k < known; k++)
    if (kinds[k] === GROUND && passed++ % SOME === 0)
      away[taken++] = Math.abs(values[cells[k]!]! - middle);
  return { values, middle, spread, ground: percentileReordering(away, 0.5) };
}

/** Sums over cells of how much further they are from components than components are. */
type Difference = { readonly pro: number; readonly contra: number; readonly cells: number };

/** @param spreads of the temperature and the roughness of components, over all looks */
function differenceAt(
  { cells, kinds, known, counts, usual }: Contrast,
  spreads: readonly number[],
): Difference {
  const [ground, mine, theirs, both] = counts as [number, number, number, number];
  let [pro, contra] = [0, 0];
  for (const [feature, { values, middle, spread, ground: away }] of usual.entries()) {
    // The components that both places see may be of one row. Other rows differ from it by more than its own spread,
    // as other looks show. Where the ground is far, what is halfway to it is beyond all components.
    const unit = Math.max(spread, spreads[feature]!, away / (2 * MOST_SIGMA));
    const far = [0, 0, 0, 0, 0];
    for (let k = 0; k < known; k++)
      far[kinds[k]!]! += Math.min(MOST_SIGMA, Math.abs(values[cells[k]!]! - middle) / unit);
    const usualFar = far[BOTH]! / both;
    const groundFar = Math.max(0, far[GROUND]! / ground - usualFar);
    const [ofTheirs, ofMine] = [far[THEIRS]! - usualFar * theirs, far[MINE]! - usualFar * mine];
    // What looks like a component is none of the ground, as far as both differ here.
    pro += ofTheirs + Math.max(0, groundFar * mine - ofMine);
    contra += ofMine + Math.max(0, groundFar * theirs - ofTheirs);
  }
  return { pro, contra, cells: mine + theirs };
}

/** One of so many cells of the ground is enough for their usual distance. */
const SOME = 5;
/** Spread of components in pictures without noise. */
const LEAST_K = 0.01;
/** Share of a place's cells that both must have in common. */
const LEAST_COMMON = 0.25;
/** Cells that only one place calls a component while the other has none near, or that both call so. */
const [GROUND, MINE, THEIRS, BOTH, UNCLEAR] = [0, 1, 2, 3, 4];

function kindOf(one: number, other: number): number {
  if (one === FACE) return other === FACE ? BOTH : other === 0 ? MINE : UNCLEAR;
  if (one !== 0) return UNCLEAR;
  return other === FACE ? THEIRS : other === 0 ? GROUND : UNCLEAR;
}
