// The annex of a report as a workbook: every finding, every danger, every repair, key figures with sources, settings.
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { severityOf } from "../../domain/key-figure/severity.ts";
import { valueAt } from "../../domain/column/column.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import type { XlsxCell } from "../../domain/export/workbook.ts";
import { isOfFinding } from "../../domain/finding/component-state.ts";
import type { Evidence } from "../../domain/finding/finding-life.ts";
import { surveyFindings } from "../../domain/finding/survey-finding.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import { lossSettings } from "../../domain/loss/loss-settings.ts";
import { wholeUncertainty } from "../../domain/loss/loss-spread.ts";
import { effortOf } from "../../domain/loss/suggested-repair.ts";
import { bookStream } from "../zip/xlsx-stream.ts";
import { causeText } from "./cause-text.ts";
import { decidedCells, decisionsAt, findingDecisions } from "./decided.ts";
import { faultAt } from "./report-brief.ts";
import type { Chapter } from "./report-chapter.ts";
import { uncertaintyOf, type ReadFigure } from "./report-data.ts";
import { mendedIn, reasonOf } from "./work-chapter.ts";

type Row = readonly XlsxCell[];

export async function writeWorkbook(path: string, chapter: Chapter): Promise<void> {
  const { t } = chapter.words;
  const sheets = [
    { title: t("sheet.findings"), rows: findingRows(chapter) },
    { title: t("sheet.dangers"), rows: dangerRows(chapter) },
    { title: t("sheet.work_list"), rows: repairRows(chapter) },
    { title: t("sheet.figures"), rows: figureRows(chapter) },
    { title: t("sheet.settings"), rows: settingRows(chapter) },
  ];
  await pipeline(bookStream(sheets), createWriteStream(path));
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Empty without a price of energy: a column of zeros would say that nothing is lost. */
const priced = (money: number, { tariff }: Chapter["input"]["loss"]) =>
  tariff === null ? null : rounded(money, 2);

function headOf({ words: { t }, input }: Chapter): string[] {
  const { currency } = input.loss;
  return [
    "dt_id",
    t("component"),
    t("loss:repair.type"),
    t("place"),
    t("loss:repair.lon"),
    t("loss:repair.lat"),
    t("fault"),
    t("finding:csv.cause"),
    t("loss:repair.safety"),
    "kW",
    t("energy_unit"),
    `± ${t("energy_unit")}`,
    t("cost_in", { currency }),
    `± ${t("cost_in", { currency })}`,
  ];
}

/** What is said of a component in both lists. */
function cellsOf(
  { data, words, loss, input }: Chapter,
  at: ComponentRow,
  isDanger: boolean,
): XlsxCell[] {
  const { component_type, row } = at;
  const { path, lon, lat } = data.place(at);
  const named = data.of(faultTypeFigureOf(component_type)?.key ?? "");
  const lost = loss.of(component_type, row);
  const fault = faultAt(named, row);
  return [
    data.level(component_type)?.names.dtId(row) ?? "",
    data.name(at),
    words.t(`component:type.${component_type}.one`),
    path,
    rounded(lon, 7),
    rounded(lat, 7),
    words.faultOf(named, fault),
    causeText({ data, words }, at, fault),
    isDanger ? words.t("loss:repair.safety") : "",
    lost && rounded(lost.loss.kw, 3),
    lost && rounded(lost.loss.mwh, 3),
    lost && rounded(lost.uncertainty.mwh, 3),
    lost && priced(lost.loss.money, input.loss),
    lost && priced(lost.uncertainty.money, input.loss),
  ];
}

function stateHead({ words: { t } }: Chapter): string[] {
  return ["status", "assignee_id", "crew", "due_on"].map((field) => t(`finding:field.${field}`));
}

async function* findingRows(chapter: Chapter): AsyncGenerator<Row> {
  const { data, words } = chapter;
  const { t, nameOf } = words;
  const { lead } = data;
  const ranked = data.figures.find(({ figure }) => figure.id === lead?.figure.ranked_by);
  const unit = ranked?.figure.unit ? ` (${ranked.figure.unit})` : "";
  yield [
    ...headOf(chapter),
    t("severity"),
    ...(lead ? [nameOf(lead.figure), t("value_origin")] : []),
    ...(ranked ? [`${nameOf(ranked.figure)}${unit}`, `±${unit}`] : []),
    ...stateHead(chapter),
  ];
  if (lead) yield* leadRows(chapter, lead, ranked);
  const stateOf = findingDecisions(chapter, false);
  const none = [...(lead ? ["", ""] : []), ...(ranked ? [null, null] : [])];
  for (const one of otherFindings(chapter)) {
    yield [
      ...cellsOf(chapter, one, one.is_dangerous),
      t(`component:severity.${one.severity}`),
      ...none,
      ...stateOf(one),
    ];
  }
}

/** The findings of the lead, worst first. */
function* leadRows(
  chapter: Chapter,
  lead: ReadFigure,
  ranked: ReadFigure | undefined,
): Generator<Row> {
  const { data, words, brief } = chapter;
  const { t } = words;
  const { component_type } = lead.figure;
  const all = [...brief.dangers, ...brief.settled_dangers];
  const own = all.filter((at) => at.component_type === component_type);
  const dangers = new Set(own.map(({ row }) => row));
  const stateOf = findingDecisions(chapter, false);
  for (const row of data.findings) {
    const value = ranked ? valueAt(ranked.values, row) : NaN;
    const wide = ranked ? uncertaintyOf(data, ranked, row) : null;
    yield [
      ...cellsOf(chapter, { component_type, row }, dangers.has(row)),
      t(`component:severity.${severityOf(lead.figure, valueAt(lead.values, row), lead.limits)}`),
      words.valueOf(data, lead, row),
      words.originOf(lead.figure, chapter.input),
      ...(ranked
        ? [value === value ? rounded(value, 3) : null, wide === null ? null : rounded(wide, 3)]
        : []),
      ...stateOf({ component_type, row }),
    ];
  }
}

/** What the panel of findings lists besides the findings of the lead: faults of other types of components. */
function otherFindings({ data }: Chapter): Evidence[] {
  const isOfLead = new Set(data.findings);
  const type = data.lead?.figure.component_type;
  const survey = {
    valuesOf: ({ key }: KeyFigure) => data.of(key)?.values,
    limitsOf: ({ key, limits }: KeyFigure) => data.of(key)?.limits ?? limits,
  };
  const existsOf = (of: ComponentRow["component_type"]) => {
    const exists = data.exists(of);
    return { count: exists.length, exists };
  };
  return surveyFindings(survey, existsOf).filter(
    ({ component_type, row }) => component_type !== type || !isOfLead.has(row),
  );
}

async function* dangerRows(chapter: Chapter): AsyncGenerator<Row> {
  yield [...headOf(chapter), ...stateHead(chapter)];
  const { dangers, settled_dangers } = chapter.brief;
  const stateOf = findingDecisions(chapter, true);
  for (const at of [...dangers, ...settled_dangers]) {
    yield [...cellsOf(chapter, at, true), ...stateOf(at)];
  }
}

async function* repairRows(chapter: Chapter): AsyncGenerator<Row> {
  const { data, words, loss, input } = chapter;
  const { t } = words;
  const { currency } = input.loss;
  yield [
    t("loss:repair.action_title"),
    t("loss:repair.type"),
    t("component"),
    "dt_id",
    t("place"),
    t("loss:repair.components"),
    t("loss:repair.reason"),
    t("loss:repair.safety"),
    t("energy_unit"),
    `± ${t("energy_unit")}`,
    t("loss:repair.gain", { currency }),
    `± ${t("loss:repair.gain", { currency })}`,
    t("loss:repair.hours"),
    t("loss:repair.parts"),
    t("loss:repair.cost", { currency }),
    t("loss:repair.payback"),
    ...stateHead(chapter),
  ];
  const decisions = decisionsAt(chapter);
  const placesOf = mendedIn(chapter);
  for (const repair of loss.repairs) {
    const { component_type, rows, action, is_safety } = repair;
    const { key, ...places } = placesOf(repair);
    // The first module of a string stands for it; each mirror is a finding of its own.
    const ofPlaces = action === "replace_mirrors" ? places.rows : places.rows.slice(0, 1);
    const mended = ofPlaces.map((row) => ({ component_type: places.component_type, row }));
    const at = { component_type, row: rows[0] ?? 0 };
    const { hours, parts, cost } = effortOf(repair);
    const wide = wholeUncertainty(repair.loss, repair.spread);
    const { mwh, money } = repair.loss;
    yield [
      t(`loss:action.${action}`),
      t(`component:type.${component_type}.one`),
      data.name(at),
      data.level(component_type)?.names.dtId(at.row) ?? "",
      data.place(at).path,
      rows.length,
      reasonOf({ data, words }, repair),
      is_safety ? t("loss:repair.safety") : "",
      rounded(mwh, 3),
      rounded(wide.mwh, 3),
      priced(money, input.loss),
      priced(wide.money, input.loss),
      hours,
      parts,
      cost === null ? null : rounded(cost, 2),
      money > 0 && cost !== null ? rounded(cost / money, 2) : null,
      ...decidedCells(
        chapter,
        decisions(mended, (state) => isOfFinding(state, key)),
      ),
    ];
  }
}

async function* figureRows({ data, words, input }: Chapter): AsyncGenerator<Row> {
  const { t, nameOf } = words;
  const severities = [0, 1, 2, 3] as const;
  yield [
    t("key_figure"),
    t("unit"),
    ...severities.map((one) => t(`component:severity.${one}`)),
    t("limits"),
    t("value_origin"),
    t("meaning"),
    t("source"),
  ];
  for (const read of data.figures) {
    const { figure } = read;
    const counts = figure.direction === "neutral" ? [] : data.counts(read);
    yield [
      nameOf(figure),
      figure.unit,
      ...severities.map((one) => counts[one] ?? null),
      figure.limits.length > 0 ? words.limitsOf(read) : "",
      words.originOf(figure, input),
      t(`key-figure:${figure.key}.description`),
      t(`key-figure:${figure.key}.source`),
    ];
  }
}

async function* settingRows({ words: { t }, input }: Chapter): AsyncGenerator<Row> {
  yield [t("setting"), t("number.value"), t("source")];
  for (const key of lossSettings) {
    const value = input.loss[key] ?? t("loss:not_stated");
    yield [t(`loss:setting.${key}`), value, t(`loss:source.${key}`)];
  }
  yield [
    t("made_with"),
    t("made_with_text", { version: input.version, twin: input.twin.version }),
    "",
  ];
}
