// Cuts an order of lines into flights of one battery each: dynamic programming over where a battery ends.
import type { SortieClock } from "./sortie-clock.ts";

/** A piece of a line that one battery flies without a break. */
export type Piece = {
  /** Seconds of the piece itself. */
  readonly seconds: number;
  /** Seconds of the way from the piece before it; Infinity where there is none. */
  readonly fromBefore: number;
  /** Seconds from each take-off position to its beginning, and from its end back. */
  readonly toFirst: readonly number[];
  readonly back: readonly number[];
};

export type Sortie = {
  /** Index of the first piece and of the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly take_off: number;
  readonly seconds: number;
};

/** What an uneven load of the batteries costs against flight time. */
const BALANCE = 0.02;

/**
 * The sorties with the least time in the air and between flights, evenly filled where that costs little.
 * @param overhead seconds of every sortie for take-off, climb, descent and landing
 * @param budget seconds that a battery lasts
 * @param between seconds on the ground after each sortie
 * @returns null where a single piece needs more than the budget
 */
export function sortiesOf(
  pieces: readonly Piece[],
  overhead: number,
  budget: number,
  between: number,
): Sortie[] | null {
  const best: number[] = [0];
  const last: (Sortie | null)[] = [null];
  for (let to = 1; to <= pieces.length; to++) {
    best[to] = Infinity;
    last[to] = null;
    let inside = 0;
    for (let from = to - 1; from >= 0; from--) {
      inside += pieces[from]!.seconds;
      if (overhead + inside > budget) break;
      const sortie = sortieOf(pieces, from, to, overhead + inside);
      if (sortie && sortie.seconds <= budget) {
        const uneven = (BALANCE * sortie.seconds ** 2) / budget;
        const sum = best[from]! + sortie.seconds + uneven + between;
        if (sum < best[to]!) [best[to], last[to]] = [sum, sortie];
      }
      inside += pieces[from]!.fromBefore;
    }
  }
  const sorties: Sortie[] = [];
  for (let to = pieces.length; to > 0;) {
    const sortie = last[to];
    if (!sortie) return null;
    sorties.unshift(sortie);
    to = sortie.from;
  }
  return sorties;
}

function sortieOf(
  pieces: readonly Piece[],
  from: number,
  to: number,
  seconds: number,
): Sortie | null {
  const [first, end] = [pieces[from]!, pieces[to - 1]!];
  let found: Sortie | null = null;
  for (const [take_off, there] of first.toFirst.entries()) {
    const sum = seconds + there + end.back[take_off]!;
    if (sum < (found?.seconds ?? Infinity)) found = { from, to, take_off, seconds: sum };
  }
  return found;
}

/** Batteries in turn: when the next sortie is ready, in seconds after the first could begin. */
export type BatteryTurn = {
  ready(): number;
  /** @param start_s when the next sortie begins */
  add(start_s: number, duration_s: number): void;
};

/** After each sortie its battery is swapped, and charged before it is flown again. */
export function batteryTurn(clock: SortieClock): BatteryTurn {
  const landed: number[] = [];
  const landing = (sortie: number) => landed[sortie] ?? 0;
  return {
    ready() {
      const i = landed.length;
      const free = i === 0 ? 0 : landing(i - 1) + clock.turnaround_s;
      const charged = i < clock.batteries ? 0 : landing(i - clock.batteries) + clock.recharge_s;
      return Math.max(free, charged);
    },
    add: (start_s, duration_s) => void landed.push(start_s + duration_s),
  };
}

/** When each sortie begins, in seconds after the first could. */
export function scheduleOf(durations: readonly number[], clock: SortieClock): number[] {
  const turn = batteryTurn(clock);
  return durations.map((duration_s) => {
    const start_s = turn.ready();
    turn.add(start_s, duration_s);
    return start_s;
  });
}
