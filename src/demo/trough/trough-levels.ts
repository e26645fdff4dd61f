// The levels of a trough draft, and the ancestors of a component.
import type { LevelDraft, TwinDraft } from "../../domain/twin/twin-draft.ts";

export type TroughLevels = {
  readonly loop: LevelDraft;
  readonly sca: LevelDraft;
  readonly sce: LevelDraft;
  readonly absorber_tube: LevelDraft;
  readonly mirror: LevelDraft;
};

/** The five levels. Throws a RangeError if one is missing. */
export function troughLevels(draft: TwinDraft): TroughLevels {
  const level = (type: keyof TroughLevels) => {
    const found = draft.levels.find((one) => one.type === type);
    if (found === undefined) throw new RangeError(`a trough field has the level ${type}`);
    return found;
  };
  return {
    loop: level("loop"),
    sca: level("sca"),
    sce: level("sce"),
    absorber_tube: level("absorber_tube"),
    mirror: level("mirror"),
  };
}

/** Row of the assembly that holds an element, a tube or a mirror. */
export function scaOf(
  levels: TroughLevels,
  type: "sce" | "absorber_tube" | "mirror",
  row: number,
): number {
  const sce = type === "sce" ? row : (levels[type].parent[row] ?? 0);
  return levels.sce.parent[sce] ?? 0;
}

/** Row of the loop that holds an element, a tube or a mirror. */
export function loopOf(
  levels: TroughLevels,
  type: "sce" | "absorber_tube" | "mirror",
  row: number,
): number {
  return levels.sca.parent[scaOf(levels, type, row)] ?? 0;
}

/** Position of a tube in its loop, 0 at the inlet to 1 at the outlet. Drafts are in flow order. */
export function positionInLoop(levels: TroughLevels, tube: number): number {
  const perLoop = levels.absorber_tube.count / levels.loop.count;
  return ((tube % perLoop) + 0.5) / perLoop;
}
