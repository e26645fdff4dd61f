// What an import of a digital twin does or would do, read from the result of its task, and shown on the map.
import { atom } from "jotai";
import { z } from "zod";
import type { Task } from "../../domain/analysis/task.ts";
import { problemShape } from "../../domain/error-shape.ts";
import { componentTypeShape } from "../../domain/column/filter.ts";
import { importModes } from "../../domain/twin/twin-mode.ts";
import { flyTo } from "../map/view.ts";
import { showSelection } from "../plant/component/component.ts";
import { select } from "../plant/component/selection.ts";

const fateShape = z.enum(["new", "changed", "moved", "removed", "returned"]);
export type ShownFate = z.infer<typeof fateShape>;

const listedShape = z.object({
  component_type: componentTypeShape,
  dt_id: z.string(),
  pcs: z.string(),
});
const rowsShape = z.object({
  component_type: componentTypeShape,
  runs: z.array(z.number()),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});

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
  changes: z.array(listedShape.extend({ fate: fateShape })).default([]),
  changed_rows: z.array(rowsShape.extend({ fate: fateShape })).default([]),
  orphans: z.array(listedShape).default([]),
  orphan_rows: z.array(rowsShape).default([]),
  /** Components that moved to another parent. */
  regrouped: z.array(listedShape).default([]),
  regrouped_rows: z.array(rowsShape).default([]),
  regrouped_count: z.number().default(0),
  refused: z.array(problemShape.extend({ message: z.string().optional() })).default([]),
  refused_counts: z
    .array(z.object({ reason: z.string(), field: z.string().optional(), count: z.number() }))
    .default([]),
  /** What of the files was not read, and what was taken otherwise than it stands there. */
  notes: z.array(problemShape).default([]),
  columns: z
    .array(
      z.object({
        component_type: componentTypeShape,
        column: z.string(),
        used_as: z.enum(["name"]).nullable(),
      }),
    )
    .default([]),
});
export type TwinChanges = z.infer<typeof changesShape>;
/** Rows to show on the map. With a preview, new and returned components are not on it yet. */
export type ShownRows = z.infer<typeof rowsShape> & { readonly isOnMap: boolean };

/** The changes in the task's result; null for a task without them. */
export function twinChangesOf({ output }: Task): TwinChanges | null {
  return changesShape.safeParse(output.result).data ?? null;
}

/** About 40 m around components that are not on the map yet. */
const MARGIN_DEGREES = 4e-4;

/** Selects components and shows them. Of those that are not on the map yet, it shows the place. */
export const showChanges = atom(
  null,
  (_get, set, { component_type, runs, bounds, isOnMap }: ShownRows) => {
    if (!isOnMap) {
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
