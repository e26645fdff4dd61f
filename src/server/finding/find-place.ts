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

/**
 * The places as the analysis shows them.
 * @returns those that the analysis shows as findings
 * @throws BAD_REQUEST for a component that the plant does not have
 */
export async function findPlaces(
  context: Context,
  { analysis }: { readonly analysis: Analysis },
  places: readonly FindingPlace[],
): Promise<Evidenced[]> {
  const types = [...new Set(places.map(({ component_type }) => component_type))];
  const components = await readComponents(context, analysis.plant_id);
  const directory = await components.directory();
  const survey = await readSurvey(context, analysis, types as ComponentType[]);
  return places.flatMap(({ component_type, dt_id, fault_type }, at) => {
    const found = directory.byDtId(dt_id);
    if (found?.type !== component_type) {
      const values = { name: dt_id };
      throw failure("BAD_REQUEST", {
        reason: "component_unknown",
        field: `findings.${at}.dt_id`,
        values,
      });
    }
    const seen = survey(component_type)?.(found.row);
    const { id: analysis_id } = analysis;
    return seen && isShown(seen, fault_type)
      ? [{ component_type, dt_id, fault_type, severity: seen.severity, analysis_id }]
      : [];
  });
}

/**
 * Stores places of which nothing was decided yet, and locks all. Who finds a place in a survey sees from then on what was
 * decided of it, also where staff did in view of a survey that is hidden.
 * @throws BAD_REQUEST for a place that no analysis of the viewer shows as a finding
 */
export async function lockPlaces(
  { viewer }: Context,
  db: Database,
  plant_id: number,
  places: readonly FindingPlace[],
  found: readonly Evidenced[],
): Promise<LockedLife[]> {
  await addLives(db, plant_id, found);
  await lockStored(db, plant_id, places);
  await addEvidence(db, plant_id, found);
  const locked = await lockLives(db, viewer, plant_id, { places });
  const known = new Set(locked.map(placeKey));
  const unknown = places.find((place) => !known.has(placeKey(place)));
  if (unknown) {
    throw failure("BAD_REQUEST", {
      reason: "finding_unknown",
      field: "findings",
      values: { name: unknown.dt_id },
    });
  }
  return locked;
}
