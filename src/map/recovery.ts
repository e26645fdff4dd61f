// How often a lost graphics context may be healed: a driver that fails again and again is given up, one loss a day is not.
import { useCallback, useState } from "react";

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

/**
 * @param of generation of the canvas that was lost. Two maps beside each other are one generation and count once; a
 * canvas that replaced another and is lost too counts, however soon
 * @param most losses after which no other canvas is made
 */
export function afterLoss(before: Losses, of: number, now: number, most: number): Losses {
  const { generation, count, at } = before;
  if (of !== generation || count > most) return before;
  const isHealed = at !== null && now - at >= HEALED_MS;
  const next = isHealed ? 1 : count + 1;
  return { generation: next > most ? generation : generation + 1, count: next, at: now };
}

/**
 * `lose` is that of the canvas of this generation.
 * @param most losses after which the map is given up
 */
export function useRecovery(most: number) {
  const [losses, setLosses] = useState(noLosses);
  const { generation } = losses;
  const lose = useCallback(
    () => setLosses((before) => afterLoss(before, generation, performance.now(), most)),
    [generation, most],
  );
  return { generation, isGivenUp: losses.count > most, lose };
}
