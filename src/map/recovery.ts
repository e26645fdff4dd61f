// How often a lost graphics context may be healed: a driver that fails again and again is given up, one loss a day is not.
import { useCallback, useState } from "react";

/** Losses of the maps beside each other come together and count once. */
const TOGETHER_MS = 2000;
/** A map that was drawn for this long has healed. */
const HEALED_MS = 5 * 60_000;

export type Losses = {
  /** Counts up with each loss: another canvas for each. */
  readonly generation: number;
  /** Losses since the map was last drawn for a while. */
  readonly count: number;
  /** Milliseconds of the last loss, of a clock that does not jump; null before the first. */
  readonly at: number | null;
};

export const noLosses: Losses = { generation: 0, count: 0, at: null };

/** @param most losses after which no other canvas is made */
export function afterLoss({ generation, count, at }: Losses, now: number, most: number): Losses {
  if (at !== null && now - at < TOGETHER_MS) return { generation, count, at };
  const isHealed = at !== null && now - at >= HEALED_MS;
  const next = isHealed ? 1 : count + 1;
  return { generation: next > most ? generation : generation + 1, count: next, at: now };
}

/** @param most losses after which the map is given up */
export function useRecovery(most: number) {
  const [losses, setLosses] = useState(noLosses);
  const lose = useCallback(
    () => setLosses((before) => afterLoss(before, performance.now(), most)),
    [most],
  );
  return { generation: losses.generation, isGivenUp: losses.count > most, lose };
}
