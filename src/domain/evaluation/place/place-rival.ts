// Which of two places is the right one: at the right one, what only it calls a component looks like all the others.
//
// Two places a module apart along a row agree on nearly all pixels. They differ at the ends of rows, at roads, and at
// gaps. There, each says of some pixels that a component is seen where the other one sees the ground. A component is
// as warm and as even as those around; ground may be as warm, but seldom as even, and not everywhere.
import { percentileReordering } from "../../median.ts";
import { visitSpans, windowOf } from "../zone.ts";
import { shrunk, type Cells, type Picture } from "./place-feature.ts";
import { ringsOf, type Look, type LookInput } from "./place-look.ts";
import { movesOf } from "./place-search.ts";
import type { Pose } from "./pose.ts";
import type { Point } from "./place-window.ts";

/** Side of the cells that are compared, in metres, and how far they lie from the edge of a component. */
const CELL_M = 0.1;
const INSIDE_M = 0.2;
/** Standard deviations from the usual component beyond which a cell is none; further away says no more. */
const MOST_SIGMA = 3;
/** Cells of each kind that a window must have to say something. */
const LEAST_CELLS = 40;

export type ScoutedLook = {
  readonly look: Look;
  readonly size: Cells;
  readonly warm: Picture;
  readonly rough: Picture;
};

/** A look in cells, made once for all comparisons. */
export function scouted(look: Look): ScoutedLook {
  const perMetre = [Math.hypot(look.east[0], look.north[0]), Math.hypot(look.east[1], look.north[1])] as const;
  const size: Cells = [
    Math.max(1, Math.round(CELL_M * perMetre[0])),
    Math.max(1, Math.round(CELL_M * perMetre[1])),
  ];
  return {
    look,
    size,
    warm: shrunk(look.picture, size),
    rough: shrunk(look.rough, size),
  };
}

/** 1 for cells on the face of a component, 0 elsewhere, for each movement of the look's middle. */
function facesOf(input: LookInput, { look, size, warm }: ScoutedLook, turn: number, move: Point) {
  const faces = new Uint8Array(warm.width * warm.height);
  const inset = (INSIDE_M * Math.hypot(look.east[0], look.north[0])) / size[0];
  for (const ring of ringsOf(input, look, turn, move)) {
    const own = ring.map(
      (value, at) => (value + look.margin[at % 2]!) / size[at % 2]!,
    );
    const window = windowOf(own, warm);
    if (!window) continue;
    visitSpans(own, window, inset, (row, first, last) => {
      faces.fill(1, row * warm.width + first, row * warm.width + last + 1);
    });
  }
  return faces;
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
  /** Looks in which the places differ. */
  readonly looks: number;
  /** Share of them that speaks for the first place, each weighted by how much of it differs. */
  readonly agreeing: number;
  /** Mean over its standard error; positive where the first place is the right one. */
  readonly weight: number;
};

/** How much more the cells that only `one` calls components look like components than those of `other`. */
export function compared(
  looks: readonly ScoutedLook[],
  one: readonly Uint8Array[],
  other: readonly Uint8Array[],
): Comparison {
  const found = looks.flatMap((look, at) => differenceAt(look, one[at]!, other[at]!) ?? []);
  const sum = (of: (one: Difference) => number) => found.reduce((all, each) => all + of(each), 0);
  const cells = sum((each) => each.cells);
  if (cells === 0) return { looks: 0, agreeing: 0, weight: 0 };
  const mean = sum(({ cells: own, value }) => own * value) / cells;
  // The spread of a few looks may be small by chance.
  const square = (value: number) => Math.max(LEAST_SPREAD ** 2, (value - mean) ** 2);
  const error = Math.sqrt(sum(({ cells: own, value }) => own ** 2 * square(value))) / cells;
  return {
    looks: found.length,
    agreeing: sum(({ cells: own, value }) => (value > 0 ? own : 0)) / cells,
    weight: mean / error,
  };
}

const LEAST_SPREAD = 0.5;

type Difference = { readonly cells: number; readonly value: number };

function differenceAt(
  { warm, rough }: ScoutedLook,
  one: Uint8Array,
  other: Uint8Array,
): Difference | null {
  const [cells, kinds] = [new Int32Array(one.length), new Uint8Array(one.length)];
  const counts = [0, 0, 0, 0];
  let known = 0;
  for (let at = 0; at < one.length; at++) {
    const kind = one[at]! + 2 * other[at]!;
    if (kind === 0) continue;
    const value = warm.values[at]! + rough.values[at]!;
    if (value !== value) continue;
    cells[known] = at;
    kinds[known++] = kind;
    counts[kind]! += 1;
  }
  const [, mine, theirs, both] = counts as [number, number, number, number];
  if (Math.min(mine, theirs, both) < LEAST_CELLS) return null;
  let value = 0;
  for (const { values } of [warm, rough]) {
    const usual = new Float64Array(both);
    let next = 0;
    for (let k = 0; k < known; k++) if (kinds[k] === BOTH) usual[next++] = values[cells[k]!]!;
    const middle = percentileReordering(usual, 0.5);
    for (let at = 0; at < both; at++) usual[at] = Math.abs(usual[at]! - middle);
    const spread = 1.4826 * percentileReordering(usual, 0.5);
    const far = [0, 0, 0];
    for (let k = 0; k < known; k++) {
      const kind = kinds[k]!;
      if (kind === BOTH) continue;
      far[kind]! += Math.min(MOST_SIGMA, Math.abs(values[cells[k]!]! - middle) / spread);
    }
    value += far[2]! / theirs - far[1]! / mine;
  }
  return { cells: Math.min(mine, theirs), value };
}

/** A cell that both places call a component. */
const BOTH = 3;
