// The work list of a report: what is repaired first, and the sums of all repairs by what is done.
import { repairActions } from "../../domain/loss/repair.ts";
import { sumOfRepairs } from "../../domain/loss/repair-plan.ts";
import {
  effortOf,
  valueOfReason,
  type SuggestedRepair,
} from "../../domain/loss/suggested-repair.ts";
import { wholeUncertainty } from "../../domain/loss/loss-spread.ts";
import { firstBudget } from "../../domain/loss/repair.ts";
import { mendedBy } from "../../domain/loss/repair-finding.ts";
import { isOfFinding } from "../../domain/finding/component-state.ts";
import { decisionsAt, faultOfState } from "./decided.ts";
import type { Chapter } from "./report-chapter.ts";
import { faultWords } from "./worst-chapter.ts";

/** The report has ten pages. */
const MOST_ROWS = 20;

export function workChapter(chapter: Chapter): void {
  const { data, paper, words, loss, input } = chapter;
  const { t, number, cost, worthOf } = words;
  paper.chapter(t("section.work_list"));
  const { repairs, first, left_out } = loss;
  if (repairs.length === 0) {
    const none = data.lead ? "no_repairs" : "no_lead";
    paper.paragraph(t(left_out > 0 ? "loss:repair.all_done" : none));
    return leftOutWords(chapter);
  }
  paper.section(t("all_repairs"));
  const sumRow = (name: string, all: readonly SuggestedRepair[]) => {
    const sum = sumOfRepairs(all);
    return [
      name,
      number(sum.count),
      number(all.filter(({ is_safety }) => is_safety).length),
      number(sum.hours),
      cost(sum.cost),
      worthOf(sum),
      years(sum.cost, sum.money),
    ];
  };
  const years = (spent: number | null, gain: number) =>
    gain > 0 && spent !== null ? number(spent / gain, 1) : "–";
  const byAction = Map.groupBy(repairs, ({ action }) => action);
  const { currency, tariff } = input.loss;
  const gainTitle = tariff === null ? t("number.energy_a") : t("loss:repair.gain", { currency });
  paper.table(
    [
      { title: t("repair"), width: 2.3 },
      { title: t("count"), width: 0.9, isNumber: true },
      { title: t("loss:repair.safety"), width: 1.15, isNumber: true },
      { title: t("loss:repair.hours"), width: 1.15, isNumber: true },
      { title: t("loss:repair.cost", { currency }), width: 1.3, isNumber: true },
      { title: gainTitle, width: 2.1, isNumber: true },
      { title: t("loss:repair.payback"), width: 1.45, isNumber: true },
    ],
    [
      ...repairActions.flatMap((action) => {
        const own = byAction.get(action);
        return own ? [sumRow(t(`loss:action.${action}`), own)] : [];
      }),
      sumRow(t("all"), repairs),
    ],
  );
  const areCostsKnown = sumOfRepairs(repairs).cost !== null;
  if (!areCostsKnown) {
    paper.paragraph(t("loss:cost_missing", { currency }), { isSoft: true });
  }
  leftOutWords(chapter);
  if (first.length === 0) return;
  const stateOf = stateReader(chapter);
  const shown = first.slice(0, MOST_ROWS);
  const rest = first.length - shown.length;
  paper.section(t("first_week"), 150);
  const { crew_hours, spare_parts } = firstBudget;
  paper.paragraph(
    t(areCostsKnown ? "first_week_lead" : "first_week_lead_energy", {
      hours: number(crew_hours),
      parts: number(spare_parts),
    }) + (rest > 0 ? ` ${t("first_week_cut", { rest: number(rest) })}` : ""),
  );
  paper.table(
    [
      { title: t("rank"), width: 0.6, isNumber: true },
      { title: t("repair"), width: 2 },
      { title: t("component"), width: 1.4 },
      { title: t("place"), width: 1.4 },
      { title: t("loss:repair.reason"), width: 2 },
      { title: t("finding:field.status"), width: 1.3 },
      { title: t("loss:repair.cost", { currency }), width: 0.9, isNumber: true },
      { title: gainTitle, width: 1.5, isNumber: true },
    ],
    shown.map((repair, at) => [
      number(at + 1),
      t(`loss:action.${repair.action}`) + (repair.is_safety ? ` · ${t("loss:repair.safety")}` : ""),
      nameOf(chapter, repair),
      chapter.data.place({ component_type: repair.component_type, row: repair.rows[0] ?? 0 }).path,
      whyOf(chapter, repair),
      stateOf(repair),
      cost(effortOf(repair).cost),
      gainOf(chapter, repair),
    ]),
  );
}

/** As the panel of repairs says it. */
function leftOutWords({ paper, words: { t, number }, loss: { left_out } }: Chapter): void {
  if (left_out === 0) return;
  paper.paragraph(t("loss:repair.left_out", { count: left_out, n: number(left_out) }));
}

/** Answers "Assigned, South crew, due on 24 Dec 2026" of all that was decided of a repair's components and is unfinished; "" without. */
function stateReader(chapter: Chapter): (repair: SuggestedRepair) => string {
  const {
    input,
    words: { t },
  } = chapter;
  // A day of the calendar, in no time zone.
  const day = new Intl.DateTimeFormat(input.locale === "en" ? "en-GB" : input.locale, {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  const decisions = decisionsAt(chapter);
  const placesOf = mendedIn(chapter);
  return (repair) => {
    const { component_type, rows, key } = placesOf(repair);
    // What was decided of another fault of the component is none of the repair.
    const found = decisions(
      rows.map((row) => ({ component_type, row })),
      (one) => !one.is_settled && isOfFinding(one, key),
    );
    const faults = new Set(found.map(({ fault_type }) => fault_type));
    const texts = found.map((one) => {
      const { status, assignee, crew, due_on } = one;
      const due = due_on === null ? "" : t("finding:due", { day: day.format(new Date(due_on)) });
      const said = [t(`finding:status.${status}`), assignee, crew, due].filter(Boolean).join(", ");
      return faults.size > 1 ? `${faultOfState(chapter, one)}: ${said}` : said;
    });
    // The modules of a string are mostly seen to together.
    return [...new Set(texts)].join("; ");
  };
}

/** A function that answers where the findings of a repair are: those of missing mirrors stand at the mirrors. */
export function mendedIn({ data }: Pick<Chapter, "data">) {
  const placesOf = mendedBy(data.level("mirror")?.geometry.parent ?? []);
  return (repair: SuggestedRepair) => {
    const places = placesOf(repair, repair.reason);
    return { ...places, key: places.key ?? repair.reason };
  };
}

function nameOf({ data, words }: Chapter, { component_type, rows }: SuggestedRepair): string {
  const name = data.name({ component_type, row: rows[0] ?? 0 });
  if (rows.length === 1) return name;
  return words.t("string_title", { count: words.countOf(rows.length, component_type), name });
}

/** What is broken, as the chapter of the worst says it; of others the measured value that is the reason. */
function whyOf(chapter: Chapter, repair: SuggestedRepair): string {
  const { component_type, rows } = repair;
  const isLead = component_type === chapter.data.lead?.figure.component_type;
  if (isLead) return faultWords(chapter, { component_type, row: rows[0] ?? 0 });
  return reasonOf(chapter, repair);
}

/** "Bypass diode: two substrings". */
export function reasonOf(
  { data, words }: Pick<Chapter, "data" | "words">,
  { reason, rows }: SuggestedRepair,
): string {
  const read = data.of(reason);
  const row = rows[0] ?? 0;
  if (!read || valueOfReason(read.values, row) === null) return "";
  return `${words.nameOf(read.figure)}: ${words.valueOf(data, read, row)}`;
}

function gainOf({ words }: Chapter, { loss, spread }: SuggestedRepair): string {
  // Only what was measured is promised.
  if (loss.mwh <= 0) return "–";
  return words.worthOf({ ...loss, uncertainty: wholeUncertainty(loss, spread) });
}
