// Plant 1 of two-plants.fixture.ts with observations of its modules, for tests of the state.
import { api } from "../../api/index.ts";
import type { Permission } from "../../domain/account/permission.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import {
  observationColumns,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import type { CustomComponentProperty } from "../../domain/plant/custom-component-property.ts";
import { openedPlant } from "../plant/opened.fixture.ts";
import { answers, MODULES, measured } from "../plant/two-plants.fixture.ts";

const property = (
  id: number,
  name: string,
  data_type: CustomComponentProperty["data_type"],
  more: Partial<CustomComponentProperty> = {},
): CustomComponentProperty => ({
  id,
  plant_id: 1,
  component_type: "module",
  name,
  data_type,
  relation_type: "time",
  options: null,
  number_ranges: null,
  is_required: false,
  condition: null,
  position: id,
  ...more,
});

export const properties = [
  property(1, "Damage", "options", {
    options: [
      { id: "hail", label: "Hail" },
      { id: "bird", label: "Bird" },
    ],
  }),
  property(2, "Washed", "true_false"),
  property(3, "Motor hours", "number"),
];
export const columns: readonly ObservationColumn[] = observationColumns(properties, "photovoltaic");
export const MEASURED = `pi_${measured.id}`;

export const people = ["Ana", "Bo", "Carla"] as const;

/** Numbers from 0 to 1 that are the same in each run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

export function observationAt(row: number, changes: Partial<Observation> = {}): Observation {
  const dt_id = `module-${row}`;
  return {
    id: 1000 + row,
    plant_id: 1,
    fieldgeometry_component: { component_id: row, component_type: "module", pcs: dt_id, dt_id },
    observed_at: "2026-03-04T10:00:00.000Z",
    notes: "",
    external_id: `phone-${row}`,
    revision: 1,
    created_by_user: "Ana",
    created_at: "2026-03-04T10:00:00.000Z",
    updated_by_user: "Ana",
    updated_at: "2026-03-04T10:00:00.000Z",
    column_values: [],
    analysis: null,
    file_ids: [],
    files_map: {},
    image_urls: [],
    images: [],
    finished_ids: [],
    fault_type: null,
    ...changes,
  };
}

export const imageAt = (id: number, lon: number | null): Observation["images"][number] => ({
  id,
  file_id: `file-${id}`,
  file_name: `${id}.jpg`,
  content_type: "image/jpeg",
  bytes: 10,
  hash: "0",
  width: 4,
  height: 3,
  lon,
  lat: lon === null ? null : 37,
  taken_at: null,
});

/** Observations with values, people, days, photos and analyses drawn at random; newest first, as the server lists. */
export function manyObservations(count: number, seed: number): Observation[] {
  const next = random(seed);
  const pick = <T>(all: readonly T[]) => all[Math.floor(next() * all.length)]!;
  return Array.from({ length: count }, (_, at) => {
    const column_values = [
      ...(next() < 0.6 ? [{ column_id: "ccp_1", value: pick(["hail", "bird"]) }] : []),
      ...(next() < 0.5 ? [{ column_id: "ccp_2", value: next() < 0.5 }] : []),
      ...(next() < 0.5 ? [{ column_id: "ccp_3", value: Math.floor(next() * 100) }] : []),
      ...(next() < 0.5 ? [{ column_id: MEASURED, value: Math.floor(next() * 40) }] : []),
    ];
    const analysis_id = pick([0, 11, 12]);
    return observationAt(Math.floor(next() * MODULES), {
      id: at + 1,
      observed_at: new Date(Date.UTC(2026, 5, 1) - at * 7_200_000 * 13).toISOString(),
      notes: pick(["", "Hail on glass", "Frame bent", "hail, washed"]),
      created_by_user: pick([...people, null]),
      column_values,
      analysis:
        analysis_id === 0
          ? null
          : { id: analysis_id, flown_at: "2025-05-01T10:00:00Z", name: `Analysis ${analysis_id}` },
      images: next() < 0.4 ? [imageAt(at, next() < 0.5 ? -3 + at / 1000 : null)] : [],
    });
  });
}

/** Opens the plant with analysis 12 and these observations, for a user who may also do `more`. */
export async function openedWith(
  observations: readonly Observation[],
  more: readonly Permission[] = [],
) {
  answers["GET /auth/plant/{id}/observations"] = () => ({
    count: observations.length,
    offset: 0,
    observations,
  });
  answers["GET /auth/plant/{id}/observation-columns"] = () => columns;
  return openedPlant("analysis=12", [
    api.observation.list.permission,
    api.observation.create.permission,
    api.observation.update.permission,
    api.observationVisual.byProperty.permission,
    api.analysis.list.permission,
    api.referenceMeasurement.move.permission,
    api.analysisResult.columns.permission,
    ...more,
  ]);
}
