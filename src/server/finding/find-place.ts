// The findings that a change is about: found in what surveys show, stored, and locked.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import { placeKey, type FindingPlace } from "../../domain/finding/finding-life.ts";
import { isShown } from "../../domain/finding/survey-finding.ts";
import type { Context, Database } from "../context.ts";
import {
  addEvidence,
  addLives,
  readReleased,
  type Evidenced,
} from "../store/plant/finding/finding-evidence.ts";
import { lockLives, lockStored, type LockedLife } from "../store/plant/finding/finding-life.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { readSurvey, type SurveyOf } from "./survey-value.ts";

/** What surveys show of places: the one in view of which something is decided, and released ones beside it. */
export type Found = {
  readonly here: readonly Evidenced[];
  readonly elsewhere: readonly Evidenced[];
};

/**
 * The places as the analysis shows them, and where it is not released, as released ones do: their readers have to see what
 * becomes of these findings.
 * @throws BAD_REQUEST for a component that the plant does not have
 */
export async function findPlaces(
  context: Context,
  { analysis }: { readonly analysis: Analysis },
  places: readonly FindingPlace[],
): Promise<Found> {
  const types = [...new Set(places.map(({ component_type }) => component_type))];
  const components = await readComponents(context, analysis.plant_id);
  const directory = await components.directory();
  const located = places.map((place, at) => {
    const found = directory.byDtId(place.dt_id);
    if (found?.type === place.component_type) return { place, row: found.row };
    throw failure("BAD_REQUEST", {
      reason: "component_unknown",
      field: `findings.${at}.dt_id`,
      values: { name: place.dt_id },
    });
  });
  const shownBy = async (one: SurveyOf): Promise<Evidenced[]> => {
    const survey = await readSurvey(context, one, types as ComponentType[]);
    return located.flatMap(({ place, row }) => {
      const { component_type, dt_id, fault_type } = place;
      const seen = survey(component_type)?.(row);
      return seen && isShown(seen, fault_type)
        ? [{ component_type, dt_id, fault_type, severity: seen.severity, analysis_id: one.id }]
        : [];
    });
  };
  const elsewhere: Evidenced[] = [];
  if (analysis.visibility !== "released") {
    for (const { id, plant_id } of await readReleased(context.db, analysis.plant_id)) {
      elsewhere.push(...(await shownBy({ id, plant_id })));
    }
  }
  return { here: await shownBy(analysis), elsewhere };
}

/**
 * Stores places of which nothing was decided yet, and locks all.
 * @throws BAD_REQUEST for a place that no analysis of the viewer shows as a finding
 */
export async function lockPlaces(
  { viewer }: Context,
  db: Database,
  plant_id: number,
  places: readonly FindingPlace[],
  { here, elsewhere }: Found,
): Promise<LockedLife[]> {
  await addLives(db, plant_id, here);
  await lockStored(db, plant_id, places);
  await addEvidence(db, plant_id, [...here, ...elsewhere]);
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
