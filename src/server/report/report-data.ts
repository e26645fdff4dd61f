// The values of a report: columns, findings of the lead key figure, places and counts.
import { uncertaintyOf as uncertaintyFor } from "../../domain/column/change-tolerance.ts";
import { valueAt, type ColumnValues } from "../../domain/column/column.ts";
import { severityCountsOf } from "../../domain/column/column-severity.ts";
import {
  decidingChanges,
  differenceColumn,
  type ColumnPair,
  type DifferenceRequest,
} from "../../domain/column/difference.ts";
import { differenceRequestOf } from "../../domain/column/difference-request.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { parentsOf, type ComponentRow } from "../../domain/component/hierarchy.ts";
import { findingsOf } from "../../domain/key-figure/finding.ts";
import {
  keyFigureById,
  measuredBehind,
  withUncertainty,
  type KeyFigure,
} from "../../domain/key-figure/key-figure.ts";
import { courseColumn } from "../../domain/finding/confirmed-course.ts";
import { coursesOf, crossedWithoutChange } from "../../domain/key-figure/plant-course.ts";
import type { ChangedFindings } from "../../domain/plant/data-request.ts";
import { leadIn } from "../../domain/plant/headline.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { readColumn } from "../store/plant/column/column-object.ts";
import { readLevels, type ReadLevel } from "../store/plant/twin-object.ts";
import type { ReportInput, ReportSurvey } from "./report-input.ts";

export type ReadFigure = {
  readonly figure: KeyFigure;
  readonly values: ColumnValues;
  readonly limits: readonly number[];
};

export type ReportData = {
  /** Those that the report shows. */
  readonly figures: readonly ReadFigure[];
  /** These and the uncertainties with which they are counted. */
  readonly counted: readonly ReadFigure[];
  /** These and the ones that say which components may be faulty beside a loss. */
  readonly facts: readonly ReadFigure[];
  /** Of the same key figures in the survey before. */
  readonly before: ReadonlyMap<number, ReadFigure>;
  /** Of the surveys before that one, oldest first: those that say what was a finding. */
  readonly earlier: readonly ReadonlyMap<number, ReadFigure>[];
  /** The shown one that stands for the plant; null where none of them rates components. */
  readonly lead: ReadFigure | null;
  /** Rows of the lead's findings, worst first. */
  readonly findings: Uint32Array;
  /** Components of severity 0 to 3. */
  counts(read: ReadFigure): readonly number[];
  level(type: ComponentType): ReadLevel | undefined;
  exists(type: ComponentType): Uint8Array;
  of(key: string): ReadFigure | undefined;
  place(at: ComponentRow): { readonly path: string; readonly lon: number; readonly lat: number };
  name(at: ComponentRow): string;
};

export async function readReportData(
  store: ObjectStore,
  { twin, survey, previous, earlier }: ReportInput,
): Promise<ReportData> {
  const read = await readLevels(store, twin.levels);
  const levels = new Map(read.map((one) => [one.geometry.type, one]));
  const geometries = new Map(read.map((one) => [one.geometry.type, one.geometry]));
  const plane = planeAt(twin.origin);
  const facts = await figuresOf(store, survey);
  const shown = new Set(
    survey.columns.flatMap(({ key_figure_id, is_shown }) => (is_shown ? [key_figure_id] : [])),
  );
  const countedIds = withUncertainty([...shown]);
  const counted = facts.filter(({ figure }) => countedIds.includes(figure.id));
  const figures = counted.filter(({ figure }) => shown.has(figure.id));
  const before = previous ? await figuresOf(store, previous) : [];
  const byId = (read: readonly ReadFigure[]) => new Map(read.map((one) => [one.figure.id, one]));
  const older: ReadonlyMap<number, ReadFigure>[] = [];
  for (const one of earlier) older.push(byId(await figuresOf(store, one)));
  const leadFigure = leadIn(figures.map(({ figure }) => figure.id));
  const lead = figures.find(({ figure }) => figure === leadFigure) ?? null;
  const existing = new Map(
    read.map(({ geometry: { type, length } }) => [
      type,
      Uint8Array.from(length, (one) => (one > 0 ? 1 : 0)),
    ]),
  );
  const exists = (type: ComponentType) => existing.get(type) ?? new Uint8Array(0);
  const name = ({ component_type, row }: ComponentRow) => {
    const names = levels.get(component_type)?.names;
    return names ? names.pcs(row) || names.dtId(row) : "";
  };
  const ranking = figures.find(({ figure }) => figure.id === lead?.figure.ranked_by)?.values;
  const found =
    lead &&
    findingsOf(lead.values, lead.figure, lead.limits, exists(lead.figure.component_type), ranking);
  return {
    figures,
    counted,
    facts,
    before: byId(before),
    earlier: older,
    lead,
    findings: found?.rows ?? new Uint32Array(0),
    counts({ figure, values, limits }) {
      const there = exists(figure.component_type);
      const own = values.slice(0, there.length);
      for (let row = 0; row < own.length; row++) {
        if (there[row] === 0) own[row] = own instanceof Uint8Array ? 255 : NaN;
      }
      return severityCountsOf(own, figure, limits);
    },
    level: (type) => levels.get(type),
    exists,
    of: (key) => figures.find(({ figure }) => figure.key === key),
    name,
    place(at) {
      const geometry = geometries.get(at.component_type);
      const path = parentsOf(geometries, at).toReversed().map(name).filter(Boolean).join(" › ");
      const [lon, lat] = plane.toLonLat(
        geometry?.centreX[at.row] ?? 0,
        geometry?.centreY[at.row] ?? 0,
      );
      return { path, lon, lat };
    },
  };
}

async function figuresOf(store: ObjectStore, { columns }: ReportSurvey): Promise<ReadFigure[]> {
  const found: ReadFigure[] = [];
  for (const { key_figure_id, hash, limits } of columns) {
    const figure = keyFigureById(key_figure_id);
    if (figure) found.push({ figure, limits, values: await readColumn(store, hash) });
  }
  return found;
}

type ComparedPair = ColumnPair & {
  readonly request: DifferenceRequest;
  readonly changes: Uint8Array;
};

/** A figure in the survey before and in this one, with the changes that the comparison on the screen has. */
function differenceOf(data: ReportData, now: ReadFigure): ComparedPair | undefined {
  const then = data.before.get(now.figure.id);
  if (!then) return undefined;
  const pair = {
    before: then.values,
    after: now.values,
    request: differenceRequestOf(now.figure, now.limits),
  };
  const statedBy = now.figure.uncertainty_by ?? 0;
  const stated = {
    before: data.before.get(statedBy)?.values,
    after: data.counted.find(({ figure }) => figure.id === statedBy)?.values,
  };
  const behind = measuredBehind(now.figure);
  const read = behind && data.figures.find(({ figure }) => figure.id === behind.id);
  const measured: ComparedPair | undefined = read && differenceOf(data, read);
  const deciding = measured && decidingChanges(pair, measured);
  const changes = differenceColumn(pair.before, pair.after, pair.request, stated, deciding);
  return { ...pair, changes };
}

/** What became of the findings of the lead since the survey before, under the limits of today; null without one. */
export function changesOf(data: ReportData, lead: ReadFigure): ChangedFindings | null {
  const { id } = lead.figure;
  if (!data.before.has(id)) return null;
  const exists = data.exists(lead.figure.component_type);
  const now = new Map(data.figures.map((one) => [one.figure.id, one]));
  const surveys = [...data.earlier, data.before, now].filter((one) => one.has(id));
  const limitsOf = (figure: KeyFigure) => now.get(figure.id)?.limits ?? figure.limits;
  const column = courseColumn(
    lead.figure,
    surveys.map((one) => ({ valuesOf: (figure) => one.get(figure.id)?.values, limitsOf })),
    exists.length,
  );
  const difference = differenceOf(data, lead)?.changes ?? new Uint8Array(0);
  return {
    counts: coursesOf(column, exists, null).counts,
    crossed: crossedWithoutChange(column, difference, exists),
  };
}

/** The uncertainty of one value in its unit: beside it, or as its source states it; null where nothing states it. */
export function uncertaintyOf(
  data: Pick<ReportData, "counted">,
  { figure, values }: ReadFigure,
  row: number,
): number | null {
  const value = valueAt(values, row);
  const beside = data.counted.find((one) => one.figure.id === figure.uncertainty_by);
  const stated = beside ? valueAt(beside.values, row) : NaN;
  if (stated === stated) return stated;
  const { uncertainty } = figure;
  return uncertainty ? uncertaintyFor(uncertainty, value) : null;
}
