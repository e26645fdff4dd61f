// The findings that a change is about: found in what surveys show, stored, and locked.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import { placeKey, type FindingPlace } from "../../domain/finding/finding-life.ts";
import { isShown } from "../../domain/finding/survey-finding.ts";
import type { Context, Database } from "../context.ts";
import { addEvidence, addLives, type Evidenced } from "../store/plant/finding/finding-evidence.ts";
import { lockLives, lockStored, type LockedLife } from "../store/plant/finding/finding-life.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { readSurvey } from "./survey-value.ts";

export type FoundPlaces = {
  /** Those that the analysis shows as findings. */
  readonly shown: readonly Evidenced[];
  /** Keys of those whose component the present twin does not have: what was decided of them before stays theirs. */
  readonly gone: ReadonlySet<string>;
};

/** The places as the analysis shows them. */
export async function findPlaces(
  context: Context,
  { analysis }: { readonly analysis: Analysis },
  places: readonly FindingPlace[],
): Promise<FoundPlaces> {
  const types = [...new Set(places.map(({ component_type }) => component_type))];
  const components = await readComponents(context, analysis.plant_id);
  const directory = await components.directory();
  const survey = await readSurvey(context, analysis, types as ComponentType[]);
  const { id: analysis_id } = analysis;
  const gone = new Set<string>();
  const shown = places.flatMap((place): Evidenced[] => {
    const { component_type, dt_id, fault_type } = place;
    const found = directory.byDtId(dt_id);
    if (found?.type !== component_type) {
      gone.add(placeKey(place));
      return [];
    }
    const seen = survey(component_type)?.(found.row);
    return seen && isShown(seen, fault_type)
      ? [{ component_type, dt_id, fault_type, severity: seen.severity, analysis_id }]
      : [];
  });
  return { shown, gone };
}

/**
 * Stores places of which nothing was decided yet, and locks all. Who finds a place in a survey sees from then on what was
 * decided of it, also where staff did in view of a survey that is hidden.
 * @throws BAD_REQUEST for a place that no analysis of the viewer shows as a finding, and of which nothing was decided
 */
export async function lockPlaces(
  { viewer }: Context,
  db: Database,
  plant_id: number,
  places: readonly FindingPlace[],
  { shown, gone }: FoundPlaces,
): Promise<LockedLife[]> {
  await addLives(db, plant_id, shown);
  await lockStored(db, plant_id, places);
  await addEvidence(db, plant_id, shown);
  const locked = await lockLives(db, viewer, plant_id, { places });
  const known = new Set(locked.map(placeKey));
  const at = places.findIndex((place) => !known.has(placeKey(place)));
  const unknown = places[at];
  if (unknown) {
    const values = { name: unknown.dt_id };
    const problem = gone.has(placeKey(unknown))
      ? { reason: "component_unknown", field: `findings.${at}.dt_id` }
      : { reason: "finding_unknown", field: "findings" };
    throw failure("BAD_REQUEST", { ...problem, values });
  }
  return locked;
}
