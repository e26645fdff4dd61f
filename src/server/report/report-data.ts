// The values of a report: columns, findings of the lead key figure, places and counts.
import { valueAt, type ColumnValues } from "../../domain/column/column.ts";
import { severitiesOf, severityCountsOf } from "../../domain/column/column-severity.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { parentsOf, type ComponentRow } from "../../domain/component/hierarchy.ts";
import { findingsOf } from "../../domain/key-figure/finding.ts";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { leadKeyFigure } from "../../domain/key-figure/lead.ts";
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
  readonly figures: readonly ReadFigure[];
  /** Of the same key figures in the survey before. */
  readonly before: ReadonlyMap<number, ReadFigure>;
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
  { twin, survey, previous }: ReportInput,
): Promise<ReportData> {
  const read = await readLevels(store, twin.levels);
  const levels = new Map(read.map((one) => [one.geometry.type, one]));
  const geometries = new Map(read.map((one) => [one.geometry.type, one.geometry]));
  const plane = planeAt(twin.origin);
  const figures = await figuresOf(store, survey);
  const before = previous ? await figuresOf(store, previous) : [];
  const leadFigure = leadKeyFigure(figures.map(({ figure }) => figure.id));
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
    before: new Map(before.map((one) => [one.figure.id, one])),
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

export type Changes = {
  readonly fresh: number;
  readonly lasting: number;
  readonly resolved: number;
};

/** Findings of the lead in both surveys; components that only one of them measured do not count. */
export function changesOf(now: ReadFigure, then: ReadFigure, exists: Uint8Array): Changes {
  const [a, b] = [
    severitiesOf(then.values, then.figure, now.limits),
    severitiesOf(now.values, now.figure, now.limits),
  ];
  let [fresh, lasting, resolved] = [0, 0, 0];
  for (let row = 0; row < exists.length; row++) {
    const [was, is] = [a[row] ?? 255, b[row] ?? 255];
    if (exists[row] === 0 || was === 255 || is === 255) continue;
    if (was === 0 && is > 0) fresh += 1;
    if (was > 0 && is > 0) lasting += 1;
    if (was > 0 && is === 0) resolved += 1;
  }
  return { fresh, lasting, resolved };
}

/** The uncertainty of one value in its unit: beside it, or as its source states it; null where nothing states it. */
export function uncertaintyOf(
  data: ReportData,
  { figure, values }: ReadFigure,
  row: number,
): number | null {
  const value = valueAt(values, row);
  const beside = data.figures.find((one) => one.figure.id === figure.uncertainty_by);
  const stated = beside ? valueAt(beside.values, row) : NaN;
  if (stated === stated) return stated;
  const { uncertainty } = figure;
  return uncertainty ? uncertainty.absolute + uncertainty.relative * Math.abs(value) : null;
}
