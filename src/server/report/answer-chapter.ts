// The page of answers: what was found, what it costs, what to do first, and since the last survey.
import { severityColours } from "../../domain/colour/palette.ts";
import { doubtsOf, doubtWords } from "../../domain/evaluation/doubt/doubt.ts";
import { plantCourses, type PlantCourse } from "../../domain/key-figure/plant-course.ts";
import { isBetterThanExpected } from "../../domain/loss/recovery.ts";
import { firstBudget } from "../../domain/loss/repair.ts";
import { sumOfRepairs } from "../../domain/loss/repair-plan.ts";
import { priceNote } from "../../domain/loss/loss-settings.ts";
import type { Chapter } from "./report-chapter.ts";

const severities = [0, 1, 2, 3] as const;
const colours = severityColours.light;

export function answerChapter(chapter: Chapter): void {
  const { input, data, paper, words, brief } = chapter;
  const { t, number, share, nameOf } = words;
  paper.chapter(t("section.key_numbers"));
  doubtBox(chapter);
  const { lead, findings } = data;
  if (!lead) return paper.paragraph(t("no_lead"));
  const { counts, measured, components } = brief;
  const type = words.typeOf(lead.figure.component_type);
  paper.tiles(tilesOf(chapter));
  paper.paragraph(
    t("found", {
      name: nameOf(lead.figure),
      findings: number(findings.length),
      measured: number(measured),
      all: number(components),
      type,
      share: share(measured, components),
    }),
  );
  paper.bar(severities.map((one) => ({ colour: colours[one], count: counts[one] ?? 0 })));
  paper.table(
    [
      { title: t("severity"), width: 1.4 },
      { title: t("count"), width: 1, isNumber: true },
      { title: t("share"), width: 1, isNumber: true },
      { title: t("recommendation"), width: 5 },
    ],
    severities
      .toReversed()
      .map((one) => [
        t(`component:severity.${one}`),
        number(counts[one] ?? 0),
        share(counts[one] ?? 0, measured),
        t(`advice.${one}`),
      ]),
  );
  costTable(chapter);
  const steps = stepsOf(chapter);
  if (steps.length > 0) {
    paper.section(t("first_steps"));
    paper.list(steps);
  }
  if (input.notes) {
    paper.section(t("notes"));
    paper.paragraph(input.notes);
  }
}

/** Before all numbers: who reads only this page must know that they are not sure. */
function doubtBox({ input: { evaluation, survey }, paper, words }: Chapter): void {
  const { t, number, nameByKey: nameOf } = words;
  // An import has replaced what was evaluated.
  if (!evaluation || !survey.columns.some(({ is_stated }) => !is_stated)) return;
  const doubts = doubtsOf(evaluation);
  if (doubts.length === 0) return;
  const sentences = doubts.map((one) => `${doubtWords(one, { t, number, nameOf })}.`);
  paper.warning(
    t("doubt"),
    sentences.map((one) => one.replace(/\.\.$/, ".")),
  );
}

function tilesOf({ input, data, words, brief, loss: { whole } }: Chapter) {
  const { t, number, share, day, moneyWithRange, energyWithRange } = words;
  const settled = brief.settled_dangers.length;
  const tiles = [
    {
      label: t("tile.findings"),
      value: number(data.findings.length),
      note: t("tile.findings_note", { share: share(data.findings.length, brief.measured) }),
    },
    {
      label: t("tile.safety"),
      value: number(brief.dangers.length),
      note: settled > 0 ? t("tile.safety_settled", { n: number(settled) }) : t("tile.safety_note"),
    },
  ];
  if (whole) {
    const { total } = whole.split;
    tiles.push({
      label: t("tile.loss"),
      value: energyWithRange(total),
      note: t(words.hasPrice ? "tile.loss_note" : "tile.loss_note_energy", {
        money: moneyWithRange(total),
      }),
    });
  }
  if (brief.changes && input.previous) {
    const of = (course: PlantCourse) =>
      number(brief.changes?.counts[plantCourses.indexOf(course)] ?? 0);
    tiles.push({
      label: t("tile.since", { date: day(input.previous.flown_at) }),
      value: t("tile.changes", { new: of("new"), resolved: of("resolved") }),
      note: t("tile.persisting", { count: of("persisting"), returned: of("returned") }),
    });
  } else {
    tiles.push({ label: t("tile.since_none"), value: "–", note: t("no_before") });
  }
  return tiles;
}

function costTable({ paper, words, input, loss: { whole, module_power: power } }: Chapter): void {
  const powerText = () =>
    power &&
    paper.paragraph(words.modulePower(power), {
      isSoft: power.is_plausible && !power.is_tilt_assumed,
    });
  if (!whole) {
    if (power?.is_plausible === false) powerText();
    return;
  }
  const { t, hasPrice, lossTexts } = words;
  const { split, recovery } = whole;
  const { energy, money } = lossTexts(split, recovery);
  // As on the screen: what comes back and what does not add up to the whole.
  const rows = (group: number, names: readonly string[]) =>
    names.map((name, at) => [
      t(name),
      energy.groups[group]![at]!,
      ...(hasPrice ? [money.groups[group]![at]!] : []),
    ]);
  paper.section(t("costs"));
  paper.table(
    [
      { title: t("number.what"), width: 4 },
      { title: t("number.energy_a"), width: 2, isNumber: true },
      ...(hasPrice ? [{ title: t("number.money_a"), width: 2.4, isNumber: true }] : []),
    ],
    [
      ...rows(0, ["number.of_findings", "number.of_others"]),
      [t("number.of_all"), energy.whole, ...(hasPrice ? [money.whole] : [])],
      ...rows(2, [
        "number.by_repair",
        "number.by_cleaning",
        isBetterThanExpected(recovery) ? "number.by_better" : "number.by_none",
      ]),
    ],
  );
  const { tariff, currency } = input.loss;
  for (const sentence of words.beside(split.total)) paper.paragraph(sentence);
  powerText();
  const note = priceNote(input.loss, input.is_price_assumed);
  if (note !== null) {
    const said = { tariff: tariff === null ? "" : words.money(tariff), currency };
    paper.paragraph(t(`loss:${note}`, said), { isSoft: true });
  }
}

function stepsOf({
  input,
  data,
  words,
  brief,
  loss: { whole, repairs, first },
}: Chapter): string[] {
  const { t, number, share, moneyWithRange, energyWithRange, countOf } = words;
  const steps: string[] = [];
  if (brief.dangers.length > 0) {
    const byType = Map.groupBy(brief.dangers, ({ component_type }) => component_type);
    const what = [...byType].map(([type, all]) => countOf(all.length, type)).join(", ");
    steps.push(t("step.safety", { what }));
  }
  if (whole && first.length > 0) {
    const brings = (sum: ReturnType<typeof sumOfRepairs>) => ({
      repairs: number(sum.count),
      cost: words.cost(sum.cost),
      hours: number(sum.hours),
      energy: energyWithRange(sum),
      money: moneyWithRange(sum),
    });
    /** The sentence has no money without a price of energy, and no cost without one of all repairs. */
    const moneyOf = ({ cost }: ReturnType<typeof sumOfRepairs>) => {
      if (!words.hasPrice) return cost === null ? "_energy" : "_energy_cost";
      return cost === null ? "_no_cost" : "";
    };
    const all = sumOfRepairs(repairs);
    const { crew_hours, spare_parts } = firstBudget;
    const budget = { crew: number(crew_hours), parts: number(spare_parts) };
    const sum = sumOfRepairs(first);
    steps.push(t(`step.repair${moneyOf(sum)}`, { ...brings(sum), ...budget }));
    if (all.count > first.length) steps.push(t(`step.all_repairs${moneyOf(all)}`, brings(all)));
  }
  if (whole && whole.recovery.cleaning.mwh > 0) {
    const { cleaning } = whole.recovery;
    steps.push(
      input.loss.tariff === null
        ? t("step.clean_energy", { energy: energyWithRange(cleaning) })
        : t("step.clean", { money: moneyWithRange(cleaning) }),
    );
  }
  const unseen = brief.components - brief.measured;
  if (unseen > 0 && data.lead) {
    steps.push(
      t("step.unseen", {
        what: countOf(unseen, data.lead.figure.component_type),
        share: share(unseen, brief.components),
      }),
    );
  }
  return steps;
}
