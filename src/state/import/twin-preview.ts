// What an import of a digital twin does or would do, read from the result of its task, and shown on the map.
import { atom } from "jotai";
import { z } from "zod";
import type { Task } from "../../domain/analysis/task.ts";
import { componentTypeShape } from "../../domain/column/filter.ts";
import { importModes } from "../../domain/twin/twin-mode.ts";
import { flyTo } from "../map/view.ts";
import { showSelection } from "../plant/component.ts";
import { select } from "../plant/selection.ts";

const fateShape = z.enum(["new", "changed", "moved", "removed", "returned"]);
export type ShownFate = z.infer<typeof fateShape>;

const changesShape = z.object({
  mode: z.enum(importModes),
  preview: z.boolean().default(false),
  twin_version: z.number().optional(),
  by_type: z.array(
    z.object({
      component_type: componentTypeShape,
      kept: z.number(),
      new: z.number(),
      changed: z.number(),
      moved: z.number(),
      removed: z.number(),
      returned: z.number(),
      orphans: z.number(),
    }),
  ),
  changes: z
    .array(
      z.object({
        component_type: componentTypeShape,
        fate: fateShape,
        dt_id: z.string(),
        pcs: z.string(),
      }),
    )
    .default([]),
  changed_rows: z
    .array(
      z.object({
        component_type: componentTypeShape,
        fate: fateShape,
        runs: z.array(z.number()),
        bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      }),
    )
    .default([]),
});
export type TwinChanges = z.infer<typeof changesShape>;

/** The changes in the task's result; null for a task without them. */
export function twinChangesOf({ output }: Task): TwinChanges | null {
  return changesShape.safeParse(output.result).data ?? null;
}

/** About 40 m around components that are not on the map yet. */
const MARGIN_DEGREES = 4e-4;

/** Selects the changed components and shows them. New ones have no rows yet: the map shows their place. */
export const showChanges = atom(
  null,
  (_get, set, { component_type, fate, runs, bounds }: TwinChanges["changed_rows"][number]) => {
    if (fate === "new" || fate === "returned") {
      const [west, south, east, north] = bounds;
      const [less, more] = [-MARGIN_DEGREES, MARGIN_DEGREES];
      set(flyTo, { bounds: [west + less, south + less, east + more, north + more] });
      return;
    }
    const rows: number[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      for (let i = 0; i < runs[at + 1]!; i++) rows.push(runs[at]! + i);
    }
    set(select, { component_type, rows, mode: "replace" });
    set(showSelection);
  },
);
