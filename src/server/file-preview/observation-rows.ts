// The observations of a file: each point becomes one, of the component that it stands on or that its row names.
import { createHash } from "node:crypto";
import type { ComponentType } from "../../domain/component/component.ts";
import { componentFinder } from "../../domain/component/component-finder.ts";
import { distanceTo, type Near } from "../../domain/component/nearest.ts";
import { failure, type Problem } from "../../domain/error.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { ToLonLat } from "../../domain/geometry/crs.ts";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { ringCentroid } from "../../domain/geometry/ring.ts";
import { limits } from "../../domain/limits.ts";
import { dateDoubt } from "../../domain/observation/doubtful-date.ts";
import {
  missingValueProblems,
  observationValuesRefusal,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import { observedTime, observedValue } from "../../domain/observation/observation-file.ts";
import type { StoredColumnValue } from "../../domain/observation/observation.ts";
import { unitOfCell } from "../../domain/observation/observed-number.ts";
import { featureLimitProblem } from "../geo-file/feature-limit.ts";
import {
  fileRefused,
  NO_PLACE,
  withChoices,
  type RawFeature,
  type TwinSource,
} from "../geo-file/raw-feature.ts";
import { readPlaced } from "../geo-file/placed-feature.ts";
import type { ReadLevel } from "../store/plant/twin-object.ts";
import { addProblem, noneRefused, type Refused } from "../twin-file/collect.ts";
import { columnProof } from "./column-proof.ts";
import { namedComponents } from "./named-component.ts";

/** A point beside its component: phones know their place to a few metres. */
const REACH_M = 10;
/** A row that names its component and stands this far from it means another one, or another place. */
const APART_M = 100;
/** As far as a plant may extend. */
const FAR_M = 50_000;
const NOTE_LETTERS = 5000;

export type ObservationAnswers = {
  /** Observations are of components of this type. */
  readonly component_type: ComponentType;
  /** Zone (IANA) of times that state none; null until the user chooses one. */
  readonly time_zone: string | null;
  /** When features were observed that state no time, ISO 8601; null until the user enters it. */
  readonly observed_at: string | null;
};

export type ObservationRow = {
  readonly dt_id: string;
  readonly component_type: ComponentType;
  readonly observed_at: string;
  readonly notes: string;
  readonly column_values: StoredColumnValue[];
  /** Made of what the row says: the same row again is the same observation. */
  readonly external_id: string;
};

export type ReadObservations = {
  readonly rows: readonly ObservationRow[];
  readonly refused: Refused;
  readonly twice_count: number;
  readonly timeless_count: number;
  readonly noon_count: number;
  readonly lacks_zone: boolean;
  readonly farthest_m: number | null;
};

type Asked = ObservationAnswers & {
  readonly mapping: FileMapping;
  readonly columns: ReadonlyMap<string, ObservationColumn>;
  readonly levels: readonly ReadLevel[];
  readonly origin: LonLat;
  readonly now: number;
};

/** @throws FILE_REFUSED for a broken file, and for one whose places are all far from the plant */
export async function readObservationRows(
  sent: TwinSource,
  asked: Asked,
): Promise<ReadObservations> {
  const source = withChoices(sent, asked.mapping);
  const { mapping, columns, levels, origin, component_type, now } = asked;
  const plane = planeAt(origin);
  const level = levels.find(({ geometry }) => geometry.type === component_type);
  if (!level) {
    const values = { type: component_type };
    throw fileRefused(source, { reason: "observation_no_such_components", values });
  }
  const find = componentFinder(level.geometry, REACH_M);
  const named = namedComponents(level);
  const rows = new Map<string, ObservationRow>();
  const refused = noneRefused();
  const counts = { twice_count: 0, timeless_count: 0, noon_count: 0 };
  let lacks_zone = false;
  let farthest_m: number | null = null;
  let [nearest, nearestSwapped] = [Infinity, Infinity];

  /** @param place null for a row of a table without one */
  const componentOf = ({ properties }: RawFeature, place: LonLat | null): Near | Problem => {
    const name = mapping["component"] ? textOf(properties[mapping["component"]]) : "";
    const xy = place && plane.toPlane(...place);
    if (name === "") {
      if (xy === null) return { reason: "observation_no_place" };
      return find(...xy) ?? { reason: "observation_no_component", values: { metres: REACH_M } };
    }
    const row = named(name);
    const values = { name: name.slice(0, 60) };
    if (row === null) return { reason: "observation_component_unknown", values };
    if (row === "several") return { reason: "observation_component_several", values };
    if (xy === null) return { row, distance_m: 0 };
    const metres = distanceTo(level.geometry, row, xy, "distance_to_nearest_point");
    if (metres <= APART_M) return { row, distance_m: metres };
    const apart = { ...values, metres: Math.round(metres) };
    return { reason: "observation_component_apart", values: apart };
  };

  const proof = await columnProof(
    source,
    mapping["observed_at"] ?? null,
    Object.entries(mapping).flatMap(([id, property]) =>
      columns.has(id) && property !== null ? [property] : [],
    ),
  );

  const timeOf = ({ properties }: RawFeature): string | Problem => {
    const column = mapping["observed_at"];
    const text = column ? textOf(properties[column]) : "";
    if (text === "") {
      counts.timeless_count += 1;
      return asked.observed_at ?? { reason: "observation_time_missing" };
    }
    const time = observedTime(text, asked.time_zone, proof.time);
    if (time.kind === "bad") return { ...time.problem, field: column! };
    if (time.kind === "zone_missing") {
      lacks_zone = true;
      return { reason: "observation_zone_missing", field: column! };
    }
    const doubt = dateDoubt(time.observed_at, now);
    const values = { value: text.slice(0, 60) };
    if (doubt !== null) return { reason: `observation_date_${doubt}`, field: column!, values };
    if (time.isNoon) counts.noon_count += 1;
    return time.observed_at;
  };

  /** The first unit of a column without one, by its property: numbers in two units are no column. */
  const units = new Map<string, string>();
  const valuesOf = ({ properties }: RawFeature): StoredColumnValue[] | Problem => {
    const values: StoredColumnValue[] = [];
    for (const [column_id, property] of Object.entries(mapping)) {
      const column = columns.get(column_id);
      if (!column || property === null) continue;
      const cell = properties[property];
      const unit = unitOfCell(column, cell);
      const first = unit === null ? null : (units.get(property) ?? unit);
      if (unit !== first) {
        const values = { value: textOf(cell).slice(0, 60), unit: first ?? "" };
        return { reason: "observation_unit", field: property, values };
      }
      const found = observedValue(column, cell, proof.decimal.get(property));
      if (found === null) continue;
      if ("reason" in found) return { ...found, field: property };
      if (first !== null) units.set(property, first);
      values.push({ column_id, value: found.value });
    }
    const about = { component_type, analysis_id: null };
    const [missing = null] = missingValueProblems(values, about, columns, null);
    const refusal = observationValuesRefusal(values, about, columns) ?? missing;
    if (refusal === null) return values;
    return { ...refusal, field: mapping[refusal.field ?? ""] ?? refusal.field ?? "" };
  };

  /** The observation, or why the feature is none. */
  const rowOf = (feature: RawFeature, toLonLat: ToLonLat): ObservationRow | Problem => {
    const place = isPlaceless(feature) ? null : placeOf(feature, toLonLat);
    if (place !== null) {
      if ("reason" in place) return place;
      nearest = Math.min(nearest, placesApart(origin, place));
      const [lon, lat] = place;
      if (Math.abs(lon) <= 90)
        nearestSwapped = Math.min(nearestSwapped, placesApart(origin, [lat, lon]));
    }
    const component = componentOf(feature, place);
    if ("reason" in component) return component;
    const observed_at = timeOf(feature);
    if (typeof observed_at !== "string") return observed_at;
    const column_values = valuesOf(feature);
    if ("reason" in column_values) return column_values;
    const notes = mapping["notes"] ? noteOf(feature.properties[mapping["notes"]]) : "";
    if (notes.length > NOTE_LETTERS) {
      const values = { most: NOTE_LETTERS };
      return { reason: "observation_note_long", field: mapping["notes"]!, values };
    }
    if (component.distance_m > 0) farthest_m = Math.max(farthest_m ?? 0, component.distance_m);
    const dt_id = level.names.dtId(component.row);
    const said = { dt_id, observed_at, notes, column_values };
    return { ...said, component_type, external_id: idOf(said) };
  };

  await readPlaced(source, {
    refuse: (problem) => addProblem(refused, { ...problem, file: source.name }),
    feature(feature, toLonLat) {
      const { number, line } = feature;
      const row = featureLimitProblem(feature) ?? rowOf(feature, toLonLat);
      if ("reason" in row) {
        const place = { feature: number, ...(line !== undefined && { line }) };
        addProblem(refused, { ...row, ...place, file: source.name });
        return;
      }
      if (rows.has(row.external_id)) counts.twice_count += 1;
      rows.set(row.external_id, row);
      if (rows.size > limits.observationBulk) {
        const values = { most: limits.observationBulk };
        throw fileRefused(source, { reason: "observation_over_limit", values });
      }
    },
  });
  if (rows.size === 0 && nearest !== Infinity && nearest > FAR_M) {
    const isSwapped = nearestSwapped <= FAR_M;
    const reason = isSwapped ? "observations_axes_swapped" : "observations_far_from_plant";
    throw fileRefused(source, { reason, values: { km: Math.round(nearest / 1000) } });
  }
  if (rows.size === 0 && refused.count === 0) {
    throw fileRefused(source, { reason: "twin_no_features" });
  }
  if (rows.size === 0 && !lacks_zone && counts.timeless_count === 0) {
    throw failure("FILE_REFUSED", ...refused.problems);
  }
  return { rows: [...rows.values()], refused, ...counts, lacks_zone, farthest_m };
}

/** A row of a table that has no place: the name of its component says where it was. */
const isPlaceless = ({ kind }: RawFeature) => kind === NO_PLACE;

/** The point of a feature, or the middle of its one area. */
function placeOf(
  { points, outlines, lines, kind }: RawFeature,
  toLonLat: ToLonLat,
): LonLat | Problem {
  const field = "geometry";
  const isOne = (points?.length ?? 0) + outlines.length === 1 && (lines?.length ?? 0) === 0;
  const [outline] = outlines;
  const point = outline
    ? ringCentroid(outline.ring, 0, Math.floor(outline.ring.length / 2))
    : points?.[0];
  if (!isOne) return { reason: "observation_not_a_point", field, values: { kind } };
  if (!point || point.length < 2) return { reason: "kml_coordinates", field: "coordinates" };
  const [lon, lat] = toLonLat(point[0]!, point[1]!);
  if (Math.abs(lon) <= 180 && Math.abs(lat) <= 85) return [lon, lat];
  return { reason: "kml_coordinates", field: "coordinates" };
}

const textOf = (value: unknown): string =>
  typeof value === "number" ? String(value) : typeof value === "string" ? value.trim() : "";

/** A note without the characters that no text of the product has. */
const noteOf = (value: unknown): string =>
  textOf(value)
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, " ")
    .trim();

const idOf = (said: Pick<ObservationRow, "dt_id" | "observed_at" | "notes" | "column_values">) => {
  const { dt_id, observed_at, notes, column_values } = said;
  const values = column_values.map(({ column_id, value }) => [column_id, value]);
  const text = JSON.stringify([dt_id, observed_at, notes, values]);
  return `file-${createHash("sha256").update(text).digest("base64url")}`;
};
