// Components of one level by the name that a row says: the ID, or the plant's own name where one alone has it.
import type { ReadLevel } from "../store/plant/twin-object.ts";

export type FoundName = number | "several" | null;

/** The index is made with the first name that is asked for. */
export function namedComponents({ geometry, names }: ReadLevel): (name: string) => FoundName {
  let index: { byId: Map<string, number>; byName: Map<string, number | "several"> } | null = null;
  const build = () => {
    const byId = new Map<string, number>();
    const byName = new Map<string, number | "several">();
    for (let row = 0; row < geometry.count; row += 1) {
      if (geometry.length[row] === 0) continue;
      byId.set(names.dtId(row), row);
      const pcs = names.pcs(row);
      if (pcs !== "") byName.set(pcs, byName.has(pcs) ? "several" : row);
    }
    return { byId, byName };
  };
  return (name) => {
    index ??= build();
    return index.byId.get(name) ?? index.byName.get(name) ?? null;
  };
}
