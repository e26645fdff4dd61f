// The components of observations as the selection on the map.
import { atom } from "jotai";
import type { Observation } from "../../domain/observation/observation.ts";
import { select } from "../plant/component/selection.ts";
import { componentRowOf } from "./observation.ts";

/** Selects the components; where they are of several types, those of the most frequent one. */
export const selectObserved = atom(null, (_get, set, all: readonly Observation[]) => {
  const byType = Map.groupBy(
    all.flatMap((one) => componentRowOf(one) ?? []),
    ({ component_type }) => component_type,
  );
  const [most] = [...byType].toSorted(([, a], [, b]) => b.length - a.length);
  if (!most) return;
  const [component_type, found] = most;
  const rows = [...new Set(found.map(({ row }) => row))];
  set(select, { component_type, rows, mode: "replace" });
});
