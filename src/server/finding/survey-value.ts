// What an analysis says of components: the columns that name faults and judge them.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { ColumnValues } from "../../domain/column/column.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { FindingPlace } from "../../domain/finding/finding-life.ts";
import {
  figuresOfFinding,
  figuresRead,
  seenAt,
  seenOf,
  type Seen,
  type SurveyValues,
} from "../../domain/finding/survey-finding.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import { withUncertainty, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { allSafetyKeyFigures, dangerAt } from "../../domain/key-figure/safety.ts";
import type { Context } from "../context.ts";
import { columnValues } from "../result/column-memory.ts";
import { listColumns } from "../store/plant/column/column.ts";
import { readLimits } from "../store/plant/plant.ts";

/** What the analysis says of a row; null for component types of which it says nothing. */
export type SurveyReader = (type: ComponentType) => ((row: number) => Seen) | null;

type Parts = Pick<Context, "db" | "files">;
type Of = Pick<Analysis, "id" | "plant_id"> & Partial<Pick<Analysis, "key_figure_ids">>;

/** Reads the columns of these component types; of those that `analysis` names, where it names any. */
export async function readSurvey(
  parts: Parts,
  analysis: Of,
  types: readonly ComponentType[],
): Promise<SurveyReader> {
  const figures = types.flatMap((type) => {
    const figure = faultTypeFigureOf(type);
    return figure ? figuresRead(figure) : [];
  });
  const survey = await readValues(parts, analysis, figures);
  const readers = new Map(
    types.map((type) => {
      const figure = faultTypeFigureOf(type);
      return [type, figure ? seenAt(figure, survey) : null] as const;
    }),
  );
  return (type) => readers.get(type) ?? null;
}

/** What the analysis says of these findings: of one at a row, and null for component types of which it says nothing. */
export async function readFindingSurvey(
  parts: Parts,
  analysis: Of,
  findings: readonly Pick<FindingPlace, "component_type" | "fault_type">[],
): Promise<(one: Pick<FindingPlace, "component_type" | "fault_type">, row: number) => Seen | null> {
  const kinds = new Map(findings.map((one) => [`${one.component_type} ${one.fault_type}`, one]));
  const figures = [...kinds.values()].flatMap(({ component_type, fault_type }) =>
    figuresOfFinding(component_type, fault_type),
  );
  const survey = await readValues(parts, analysis, [...new Set(figures)]);
  const readers = new Map(
    [...new Set(findings.map(({ component_type }) => component_type))].map((type) => {
      const figure = faultTypeFigureOf(type);
      return [type, figure ? seenOf(figure, survey) : null] as const;
    }),
  );
  return ({ component_type, fault_type }, row) =>
    readers.get(component_type)?.(row, fault_type) ?? null;
}

/** Whether the component of a row is dangerous. */
export type DangerAt = (type: ComponentType, row: number) => boolean;

/** What the analysis says of dangers; false for types of which it says nothing. */
export async function readDangers(parts: Parts, analysis: Of): Promise<DangerAt> {
  const { valuesOf } = await readValues(parts, analysis, allSafetyKeyFigures());
  const readers = new Map<ComponentType, (row: number) => boolean>();
  return (type, row) => {
    const at = readers.get(type) ?? dangerAt(type, valuesOf);
    readers.set(type, at);
    return at(row);
  };
}

/** The values of these key figures of the analysis, with the limits of its plant. */
export async function readValues(
  { db, files }: Parts,
  analysis: Of,
  figures: readonly KeyFigure[],
): Promise<SurveyValues> {
  const seen = analysis.key_figure_ids && withUncertainty(analysis.key_figure_ids);
  const ids = figures.map(({ id }) => id).filter((id) => !seen || seen.includes(id));
  const columns = await listColumns(db, [analysis.id], ids);
  const own = await readLimits(db, analysis.plant_id);
  const values = new Map<number, ColumnValues>();
  for (const { key_figure_id, summary } of columns) {
    values.set(key_figure_id, await columnValues(files, summary.hash));
  }
  return {
    valuesOf: ({ id }) => values.get(id),
    limitsOf: ({ id, limits }) => own.find((one) => one.key_figure_id === id)?.limits ?? limits,
  };
}
