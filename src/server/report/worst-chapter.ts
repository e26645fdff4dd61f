// The findings that a manager looks at: the ten costliest, and each that endangers people, with their pictures.
import { severityColours } from "../../domain/colour/palette.ts";
import { valueAt } from "../../domain/column/column.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { safetyKeyFigures } from "../../domain/key-figure/safety.ts";
import { severityOf } from "../../domain/key-figure/severity.ts";
import { CARD_COLUMNS, dangerRoom, settledRows } from "./danger-room.ts";
import { decisionsAt, findingDecisions } from "./decided.ts";
import type { GridCard } from "./paper-block.ts";
import { faultAt, type Costly } from "./report-brief.ts";
import type { Chapter } from "./report-chapter.ts";

export type LeftToAnnexes = {
  /** Dangers that the report does not name, so that the workbook has to. */
  readonly unnamed: number;
  /** Dangers whose pictures it has no room for, so that the ZIP of pictures has to. */
  readonly unpictured: number;
};

export async function worstChapter(chapter: Chapter): Promise<LeftToAnnexes> {
  const { paper, words, brief } = chapter;
  const { t, number } = words;
  paper.chapter(t("section.worst"), { keep: 330 });
  const costly = brief.costly.map((one) => ({ ...one, pictured: picturedOf(chapter, one) }));
  if (costly.length > 0) {
    paper.section(t("costliest", { count: number(costly.length) }), 200);
    const cards: GridCard[] = [];
    for (const { pictured, ...one } of costly) {
      if (pictured) cards.push(await costlyCard(chapter, one, pictured));
    }
    paper.grid(cards);
    costlyTable(
      chapter,
      costly.filter(({ pictured }) => !pictured),
    );
  }
  paper.section(t("dangers"), 120);
  const settled = brief.settled_dangers.length;
  if (brief.dangers.length === 0) {
    // Without a key figure that rates components nothing was looked for.
    if (settled === 0) paper.paragraph(t(chapter.data.lead ? "no_dangers" : "no_lead"));
    else paper.paragraph(t("dangers_all_settled", { n: number(settled) }));
    return { unnamed: settledTable(chapter), unpictured: 0 };
  }
  const above = new Set(
    brief.costly.flatMap(({ at, rows }) => rows.map((row) => keyOf({ ...at, row }))),
  );
  const rest = worstFirst(
    chapter,
    brief.dangers.filter((at) => !above.has(keyOf(at))),
  );
  const pictured = rest.filter((at) => chapter.images.has(at));
  const others = rest.length - pictured.length;
  const space = dangerRoom(chapter, { pictured: pictured.length, others });
  const shown = new Set(pictured.slice(0, space.cards));
  const listed = rest.filter((at) => !shown.has(at)).slice(0, space.rows);
  const unnamed = rest.length - shown.size - listed.length;
  const unpictured = pictured.length - shown.size;
  const repeated = brief.dangers.length - rest.length;
  paper.paragraph(
    [
      t("dangers_lead", { all: number(brief.dangers.length) }),
      repeated > 0 ? t("dangers_above", { count: repeated, n: number(repeated) }) : "",
      unpictured > 0 ? t("dangers_pictured", { count: unpictured, n: number(unpictured) }) : "",
      unnamed > 0 ? t("dangers_annex", { rest: number(unnamed) }) : "",
    ]
      .filter(Boolean)
      .join(" "),
  );
  const cards: GridCard[] = [];
  for (const at of shown) cards.push(await dangerCard(chapter, at));
  paper.grid(cards, CARD_COLUMNS);
  dangerTable(chapter, listed);
  if (settled > 0) paper.paragraph(t("dangers_settled", { n: number(settled) }));
  return { unnamed: unnamed + settledTable(chapter), unpictured };
}

/** Of a column of what is lost a year. */
const worthTitle = ({ loss: { tariff } }: Chapter["input"]) =>
  tariff === null ? "number.energy_a" : "number.money_a";

const keyOf = ({ component_type, row }: ComponentRow) => `${component_type} ${row}`;

/** The component of a finding whose pictures stand for it; undefined where none has any. */
function picturedOf({ images }: Chapter, { at, rows }: Costly): ComponentRow | undefined {
  return rows.map((row) => ({ ...at, row })).find(images.has);
}

/** What is broken, in a word, with the value that says how much: "Hotspot, 14.7 ± 1.9 K". */
export function faultWords(
  { data, words }: Chapter,
  { component_type, row }: ComponentRow,
): string {
  const named = data.of(faultTypeFigureOf(component_type)?.key ?? "");
  const fault = faultAt(named, row);
  const danger = safetyKeyFigures(component_type)
    .map(({ key }) => data.of(key))
    .find((read) => read && severityOf(read.figure, valueAt(read.values, row), read.limits) > 0);
  const said =
    fault !== null || !danger
      ? words.faultOf(named, fault)
      : `${words.nameOf(danger.figure)}: ${words.valueOf(data, danger, row)}`;
  const { lead } = data;
  const by = keyFigureById(lead?.figure.ranked_by ?? 0);
  const ranked = by && by.component_type === component_type ? data.of(by.key) : undefined;
  const value = ranked ? words.valueOf(data, ranked, row) : "–";
  return value === "–" ? said : `${said}, ${value}`;
}

function markOf({ data, brief }: Chapter, { component_type, row }: ComponentRow): string {
  const severity = component_type === data.lead?.figure.component_type ? brief.severity[row] : 2;
  const one = severity === 0 || severity === 1 || severity === 2 || severity === 3 ? severity : 2;
  return severityColours.light[one];
}

/** Where it is; the names above it are left out where its own name has them. */
function placeOf({ data }: Chapter, at: ComponentRow): string {
  const { path, lon, lat } = data.place(at);
  const parent = path.split(" › ").at(-1) ?? "";
  const isSaid = parent !== "" && data.name(at).startsWith(parent);
  const above = isSaid ? "" : path;
  return [above, `${lat.toFixed(6)}, ${lon.toFixed(6)}`].filter(Boolean).join(" · ");
}

const costOf = ({ words }: Chapter, { loss, uncertainty }: Costly) =>
  words.worthOf({ ...loss, uncertainty });

/** "Costs €230 a year", and where the plant states no price "Loses 140 kWh/a". */
const lossLine = ({ words: { t }, input: { loss } }: Chapter, worth: string) =>
  loss.tariff === null ? t("loses_a_year", { energy: worth }) : t("costs_a_year", { money: worth });

/** "Replace module: 1 h, €230". */
function repairOf({ words: { t, number, cost: costWords } }: Chapter, { repair }: Costly): string {
  const { action, hours, cost } = repair;
  return t("repair_short", {
    action: t(`loss:action.${action}`),
    hours: number(hours, hours % 1 === 0 ? 0 : 1),
    cost: costWords(cost),
  });
}

/** The name, and where more than one component is repaired together how many. */
function titleOf({ data, words }: Chapter, { at, rows }: Costly): string {
  if (rows.length === 1) return data.name(at);
  const count = words.countOf(rows.length, at.component_type);
  return words.t("string_title", { count, name: data.name(at) });
}

async function costlyCard(
  chapter: Chapter,
  one: Costly,
  pictured: ComponentRow,
): Promise<GridCard> {
  const { words, brief, images } = chapter;
  const isDanger = brief.dangers.some((at) => keyOf(at) === keyOf(pictured));
  const fault = faultWords(chapter, pictured);
  return {
    title: titleOf(chapter, one),
    mark: markOf(chapter, pictured),
    lines: [
      isDanger ? `${words.t("loss:repair.safety")} · ${fault}` : fault,
      lossLine(chapter, costOf(chapter, one)),
      repairOf(chapter, one),
      placeOf(chapter, pictured),
    ],
    images: await images.picturesOf(pictured),
  };
}

function costlyTable(chapter: Chapter, all: readonly Costly[]): void {
  if (all.length === 0) return;
  const { t } = chapter.words;
  chapter.paper.table(
    [
      { title: t("component"), width: 2.2 },
      { title: t("fault"), width: 2.4 },
      { title: t("place"), width: 2 },
      { title: t(worthTitle(chapter.input)), width: 1.7, isNumber: true },
      { title: t("repair"), width: 2.6 },
    ],
    all.map((one) => [
      titleOf(chapter, one),
      faultWords(chapter, one.at),
      placeOf(chapter, one.at),
      costOf(chapter, one),
      repairOf(chapter, one),
    ]),
    t("without_pictures"),
  );
}

/** Those of the lead by severity and loss, then the others. */
function worstFirst({ data, brief, loss }: Chapter, all: readonly ComponentRow[]): ComponentRow[] {
  const lead = data.lead?.figure.component_type;
  const judged = all.map((at) => ({
    at,
    severity:
      at.component_type === lead && brief.severity[at.row]! <= 3 ? brief.severity[at.row]! : 0,
    mwh: loss.of(at.component_type, at.row)?.loss.mwh ?? 0,
  }));
  judged.sort((a, b) => b.severity - a.severity || b.mwh - a.mwh);
  return judged.map(({ at }) => at);
}

/** What one component loses a year; a dash where nothing says it. */
function moneyOf({ words, loss }: Chapter, { component_type, row }: ComponentRow): string {
  const lost = loss.of(component_type, row);
  return lost ? words.worthOf({ ...lost.loss, uncertainty: lost.uncertainty }) : "–";
}

async function dangerCard(chapter: Chapter, at: ComponentRow): Promise<GridCard> {
  return {
    title: chapter.data.name(at),
    mark: markOf(chapter, at),
    lines: [faultWords(chapter, at), lossLine(chapter, moneyOf(chapter, at)), placeOf(chapter, at)],
    images: await chapter.images.picturesOf(at),
  };
}

function dangerTable(chapter: Chapter, all: readonly ComponentRow[]): void {
  if (all.length === 0) return;
  const { t } = chapter.words;
  chapter.paper.table(
    [
      { title: t("component"), width: 2 },
      { title: t("fault"), width: 3 },
      { title: t("place"), width: 2.2 },
      { title: t(worthTitle(chapter.input)), width: 1.5, isNumber: true },
    ],
    all.map((at) => [
      chapter.data.name(at),
      faultWords(chapter, at),
      placeOf(chapter, at),
      moneyOf(chapter, at),
    ]),
  );
}

/**
 * Dangers that are done, verified or dismissed, with their status: what was repaired and not verified comes first.
 * @returns how many of them it has no room for
 */
function settledTable(chapter: Chapter): number {
  const { paper, data, words, brief } = chapter;
  const { t, number } = words;
  const all = brief.settled_dangers;
  if (all.length === 0) return 0;
  const decisions = decisionsAt(chapter);
  const isDone = (at: ComponentRow) =>
    decisions([at], ({ status }) => status === "done").length > 0;
  const ordered = [...all.filter(isDone), ...all.filter((at) => !isDone(at))];
  const listed = ordered.slice(0, settledRows(chapter));
  const rest = all.length - listed.length;
  const stateOf = findingDecisions(chapter, true);
  paper.table(
    [
      { title: t("component"), width: 2 },
      { title: t("fault"), width: 3 },
      { title: t("place"), width: 2.2 },
      { title: t("finding:field.status"), width: 1.5 },
    ],
    listed.map((at) => [
      data.name(at),
      faultWords(chapter, at),
      placeOf(chapter, at),
      stateOf(at)[0] ?? "",
    ]),
    rest > 0 ? t("dangers_annex", { rest: number(rest) }) : "",
  );
  return rest;
}
