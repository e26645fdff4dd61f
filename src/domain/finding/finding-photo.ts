// What people recorded of a finding: its repair, the finding itself, and photos of its component.
import type { Observation } from "../observation/observation.ts";
import { photosOf } from "../observation/recording/recording.ts";
import type { ListedFinding } from "./finding-list.ts";

/** Why an observation stands with a finding. */
export type PhotoKind = "repair" | "finding" | "component";

type Recorded = Pick<Observation, "finished_ids" | "fault_type" | "images">;

/**
 * The observations of its component that stand with the finding, in their order: what names it, also without a photo, and
 * photos of the component that name no other finding.
 */
export function photosOfFinding<One extends Recorded>(
  { fault_type, life }: Pick<ListedFinding, "fault_type" | "life">,
  observations: readonly One[],
): { readonly kind: PhotoKind; readonly of: One }[] {
  return observations.flatMap((of) => {
    if (life && of.finished_ids.includes(life.id)) return { kind: "repair", of } as const;
    if (of.fault_type === fault_type) return { kind: "finding", of } as const;
    const isOther = of.fault_type !== null || of.finished_ids.length > 0;
    if (isOther || photosOf(of.images).length === 0) return [];
    return { kind: "component", of } as const;
  });
}
