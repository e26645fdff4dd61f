// Improves an order by local search: reversed stretches (2-opt) and moved parts (or-opt), with their forms.
import { reversed, type Run, type WayCosts } from "./run.ts";

/** A line or a cell as it is flown, and all the ways in which it can be flown. */
export type Part = {
  readonly runs: readonly Run[];
  readonly forms: readonly (readonly Run[])[];
};

const flipped = (part: Part): Part => ({
  runs: part.runs.toReversed().map(reversed),
  forms: part.forms,
});

/** A change must save more than rounding. */
const LEAST_GAIN = 1e-6;
/** Parts further apart in the order than this are not tried against each other. */
const WINDOW = 400;
const LONGEST_MOVE = 3;

type Ends = { readonly first: Run; readonly last: Run };

/** @param rounds most sweeps over the whole order; ends earlier where nothing improves. */
export function improved(
  order: readonly Part[],
  costs: WayCosts,
  rounds: number,
): (readonly Run[])[] {
  const parts = [...order];
  descend(parts, costs, rounds, { from: 0, to: parts.length, window: WINDOW });
  return parts.map(({ runs }) => runs);
}

/** Leaves local optima by exchanging stretches, and keeps what is better (iterated local search). */
export function polished(
  order: readonly Part[],
  costs: WayCosts,
  kicks: number,
  onShare: (share: number) => void,
): (readonly Run[])[] {
  let best = [...order];
  if (best.length < 4) return best.map(({ runs }) => runs);
  let length = lengthOf(best, costs);
  const random = randomFrom(best.length);
  for (let kick = 0; kick < kicks && !costs.isSpent(); kick++) {
    onShare(kick / kicks);
    const start = Math.floor(random() * Math.max(1, best.length - KICK_REACH));
    const other = kicked(best, start, random);
    descend(other, costs, KICK_ROUNDS, {
      from: Math.max(0, start - KICK_AROUND),
      to: Math.min(best.length, start + KICK_REACH + KICK_AROUND),
      window: KICK_REACH + KICK_AROUND,
    });
    const otherLength = lengthOf(other, costs);
    if (otherLength < length - LEAST_GAIN) [best, length] = [other, otherLength];
  }
  return best.map(({ runs }) => runs);
}

/** Parts that a kick reaches, and those around it that are put in order again. */
const KICK_REACH = 24;
const KICK_AROUND = 6;
const KICK_ROUNDS = 4;

/** Numbers from 0 to 1, always the same ones (linear congruence of Numerical Recipes). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Exchanges two neighbouring stretches: what reversals and moves of few parts cannot do (double bridge). */
function kicked(parts: readonly Part[], start: number, random: () => number): Part[] {
  const reach = Math.min(parts.length - start, KICK_REACH);
  const cuts = [0, 0, 0].map(() => start + Math.floor(random() * (reach + 1)));
  const [a = 0, b = 0, c = 0] = cuts.toSorted((x, y) => x - y);
  return [...parts.slice(0, a), ...parts.slice(b, c), ...parts.slice(a, b), ...parts.slice(c)];
}

function lengthOf(parts: readonly Part[], costs: WayCosts): number {
  let sum = costs.toFirst(parts[0]!.runs[0]!) + costs.toFirst(reversed(parts.at(-1)!.runs.at(-1)!));
  for (const [i, { runs }] of parts.entries()) {
    for (let j = i === 0 ? 1 : 0; j < runs.length; j++) {
      sum += costs.between(j === 0 ? parts[i - 1]!.runs.at(-1)! : runs[j - 1]!, runs[j]!);
    }
  }
  return sum;
}

/** The part of the order that is searched, and how far apart two places in it may be. */
type Stretch = { readonly from: number; readonly to: number; readonly window: number };

function descend(parts: Part[], costs: WayCosts, rounds: number, stretch: Stretch): void {
  for (let round = 0; round < rounds; round++) {
    const turned = reverseStretches(parts, costs, stretch);
    const moved = moveParts(parts, costs, stretch);
    if (!turned && !moved) break;
  }
}

const endsOf = (part: Part | undefined): Ends | null =>
  part ? { first: part.runs[0]!, last: part.runs.at(-1)! } : null;

/** The way from one part to the next; null stands for the take-off position. */
function link(from: Run | null, to: Run | null, costs: WayCosts, exact: boolean): number {
  if (from === null) return to === null ? 0 : costs.toFirst(to);
  if (to === null) return costs.toFirst(reversed(from));
  return exact ? costs.between(from, to) : costs.atLeast(from, to);
}

function reverseStretches(parts: Part[], costs: WayCosts, stretch: Stretch): boolean {
  let changed = false;
  for (let i = stretch.from; i < stretch.to && !costs.isSpent(); i++) {
    for (let j = i; j < Math.min(stretch.to, i + stretch.window); j++) {
      const before = endsOf(parts[i - 1])?.last ?? null;
      const after = endsOf(parts[j + 1])?.first ?? null;
      const [first, last] = [endsOf(parts[i])!.first, endsOf(parts[j])!.last];
      const old = link(before, first, costs, true) + link(last, after, costs, true);
      const gain = (exact: boolean) =>
        old -
        link(before, reversed(last), costs, exact) -
        link(reversed(first), after, costs, exact);
      if (gain(false) <= LEAST_GAIN || gain(true) <= LEAST_GAIN) continue;
      const stretch = parts
        .slice(i, j + 1)
        .toReversed()
        .map(flipped);
      parts.splice(i, stretch.length, ...stretch);
      changed = true;
    }
  }
  return changed;
}

function moveParts(parts: Part[], costs: WayCosts, stretch: Stretch): boolean {
  let changed = false;
  for (let length = 1; length <= LONGEST_MOVE; length++) {
    for (let i = stretch.from; i + length <= stretch.to && !costs.isSpent(); i++) {
      if (moveFrom(parts, i, length, costs, stretch)) changed = true;
    }
  }
  return changed;
}

/** Moves the parts i to i + length to where they save most; false: they stay. */
function moveFrom(
  parts: Part[],
  i: number,
  length: number,
  costs: WayCosts,
  { from, to, window }: Stretch,
): boolean {
  const block = parts.slice(i, i + length);
  const before = endsOf(parts[i - 1])?.last ?? null;
  const after = endsOf(parts[i + length])?.first ?? null;
  const [first, last] = [endsOf(block[0])!.first, endsOf(block.at(-1))!.last];
  const freed =
    link(before, first, costs, true) +
    link(last, after, costs, true) -
    link(before, after, costs, true);
  if (freed <= LEAST_GAIN) return false;
  const rest = parts.toSpliced(i, length);
  const forms = formsOf(block);
  let best: { at: number; form: readonly Part[]; gain: number } | null = null;
  const [least, most] = [Math.max(from, i - window), Math.min(to - length, i + window)];
  for (let at = least; at <= most; at++) {
    const left = endsOf(rest[at - 1])?.last ?? null;
    const right = endsOf(rest[at])?.first ?? null;
    const open = link(left, right, costs, true);
    for (const form of forms) {
      const [head, tail] = [endsOf(form[0])!.first, endsOf(form.at(-1))!.last];
      const gain = (exact: boolean) =>
        freed + open - link(left, head, costs, exact) - link(tail, right, costs, exact);
      const needed = best?.gain ?? LEAST_GAIN;
      if (gain(false) <= needed) continue;
      const exact = gain(true);
      if (exact > needed) best = { at, form, gain: exact };
    }
  }
  if (!best) return false;
  parts.splice(0, parts.length, ...rest.toSpliced(best.at, 0, ...best.form));
  return true;
}

/** A single part in each of its forms; several as they are and reversed. */
function formsOf(block: readonly Part[]): (readonly Part[])[] {
  const [only] = block;
  if (block.length === 1 && only) {
    return only.forms.map((runs) => [{ runs, forms: only.forms }]);
  }
  return [block, block.toReversed().map(flipped)];
}
