// A warranty package: a ZIP with a folder for each maker, made by a task from findings of one analysis.
import { z } from "zod";
import { permissionMissing, type ViewerFacts } from "../account/viewer.ts";
import { userLocales } from "../account/user.ts";
import type { Analysis } from "../analysis/analysis.ts";
import type { Refusal } from "../error.ts";
import { findingPlaceShape, placeKey } from "../finding/finding-life.ts";
import { idShape } from "../id.ts";
import { limits } from "../limits.ts";
import type { CustomComponentProperty } from "../plant/custom-component-property.ts";
import { lineShape } from "../text.ts";
import { createReportRefusal } from "./report.ts";

export const warrantyTask = "generate_warranty_package";

/** What says who made a component. Nothing does unless a person has said so: the twin has no makers. */
export const makerSources = ["nothing", "name", "property"] as const;
export type MakerSource = (typeof makerSources)[number];

export const makerShape = z.discriminatedUnion("from", [
  z.object({ from: z.literal("nothing") }),
  /** One maker for all findings of the package. */
  z.object({ from: z.literal("name"), name: lineShape.min(1).max(100) }),
  /** The newest value of a custom property of the components. */
  z.object({ from: z.literal("property"), property_id: idShape }),
]);
export type Maker = z.infer<typeof makerShape>;

export const warrantyFormShape = z.object({
  analysis_id: idShape,
  title: lineShape.min(1).max(200),
  locale: z.enum(userLocales),
  maker: makerShape,
  findings: z
    .array(findingPlaceShape)
    .min(1)
    .max(limits.findingsAtOnce)
    .refine((all) => new Set(all.map(placeKey)).size === all.length, "field_invalid"),
});
export type WarrantyForm = z.infer<typeof warrantyFormShape>;

/** Whether a property can say who made a component: it has words, and they are not those of one survey. */
export function namesMaker({
  data_type,
  relation_type,
}: Pick<CustomComponentProperty, "data_type" | "relation_type">): boolean {
  return (data_type === "text" || data_type === "options") && relation_type !== "analysis";
}

/** Why no package of the analysis can be made, or null. A property is read from observations. */
export function createWarrantyRefusal(
  { permissions }: Pick<ViewerFacts, "permissions">,
  { from, ...analysis }: Pick<Analysis, "key_figure_ids"> & { readonly from: MakerSource },
): Refusal | null {
  if (from === "property" && !permissions.has("READ_OBSERVATION")) return permissionMissing;
  return createReportRefusal(analysis);
}

/** By maker in the order of names; those whose maker is not stated come last, under "". */
export function byMaker<One>(
  all: readonly One[],
  makerOf: (one: One) => string | null,
): readonly { readonly maker: string; readonly all: readonly One[] }[] {
  const groups = Map.groupBy(all, (one) => makerOf(one)?.trim() ?? "");
  return [...groups]
    .map(([maker, own]) => ({ maker, all: own }))
    .toSorted((a, b) =>
      a.maker === "" ? 1 : b.maker === "" ? -1 : a.maker.localeCompare(b.maker, "en"),
    );
}

/** Names of folders that every system takes and that differ in more than the case of letters, in the order of the names. */
export function folderNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain =
      name
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "_")
        .slice(0, 60)
        .trim() || "_";
    let folder = plain;
    for (let at = 2; taken.has(folder.toLowerCase()); at += 1) folder = `${plain} (${at})`;
    taken.add(folder.toLowerCase());
    return folder;
  });
}
