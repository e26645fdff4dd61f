// Conditions, method and limits of a report, with what the evaluation says of itself.
import { ageOf, methodOf } from "../../domain/evaluation/evaluation-age.ts";
import {
  imagePlacesText,
  placeText,
  type Speech,
} from "../../domain/evaluation/place/place-text.ts";
import { lossSettings } from "../../domain/loss/loss-settings.ts";
import type { ShownPlace } from "../../domain/evaluation/survey-log.ts";
import type { Chapter } from "./report-chapter.ts";
import type { EvaluationSaid } from "./report-input.ts";

export function conditionChapter({ input, paper, words }: Chapter): void {
  const { t, number, day } = words;
  paper.chapter(t("section.conditions"), { keep: 120 });
  const rows = Object.entries(input.conditions).map(([key, value]) => [
    t(`condition.${key}`),
    number(value, key === "emissivity" ? 2 : 1),
    t(`condition_unit.${key}`),
  ]);
  paper.paragraph(
    t("conditions_lead", {
      date: day(input.survey.flown_at),
      count: input.files,
      files: number(input.files),
    }),
  );
  if (rows.length === 0) return paper.paragraph(t("no_conditions"));
  paper.table(
    [
      { title: t("condition_name"), width: 3 },
      { title: t("mean"), width: 1, isNumber: true },
      { title: t("unit"), width: 1 },
    ],
    rows,
  );
}

/** `hasLosses`: and what losses are counted with, which the plant does not say to its makers. */
export function methodChapter(chapter: Chapter, { hasLosses = true } = {}): void {
  const { data, input, paper, words } = chapter;
  const { t, nameOf, number } = words;
  const { weakest, survey, evaluation } = input;
  paper.chapter(t("section.method"));
  paper.paragraph(t("method_text"));
  const statedIds = new Set(
    survey.columns.flatMap(({ key_figure_id, is_stated }) => (is_stated ? [key_figure_id] : [])),
  );
  const stated = data.figures.filter(({ figure }) => statedIds.has(figure.id));
  if (stated.length === data.figures.length) paper.paragraph(t("all_stated"));
  else if (stated.length > 0) {
    paper.paragraph(t("stated", { names: stated.map(({ figure }) => nameOf(figure)).join(", ") }));
  }
  const said = evaluationWords(chapter);
  if (said.length > 0) {
    paper.section(t("evaluation"));
    for (const sentence of said) paper.paragraph(sentence);
  }
  if (weakest) {
    const { hotspot_k, substring_k, module_k, wind } = weakest;
    const key = substring_k === null ? "weakest_blurred" : "weakest";
    paper.paragraph(
      t(wind === null ? key : `${key}_in_wind`, {
        hotspot: number(hotspot_k, 1),
        substring: number(substring_k ?? 0, 1),
        module: number(module_k, 1),
        wind: number(wind ?? 0, 1),
      }),
    );
  }
  paper.section(t("limits_title"));
  paper.paragraph(t("limits_text"));
  if (evaluation) paper.paragraph(t("limits_evaluated"));
  if (hasLosses && data.lead) {
    const { figure } = data.lead;
    paper.section(t("assumptions"));
    paper.paragraph(t(`key-figure:${figure.key}.source`), { isSoft: true });
    paper.paragraph(t("assumptions_lead"));
    settingTable(chapter, { hasSources: false });
  }
  paper.paragraph(t("made_with_text", { version: input.version, twin: input.twin.version }), {
    isSoft: true,
  });
}

/** Files whose place is said; more are counted. */
const MOST_PLACES = 30;

/** Where the files lie, those whose place is uncertain first: shift, residual, windows or control points. */
function placeSentences(
  { registrations = [], image_places = null }: EvaluationSaid,
  speech: Speech,
): string[] {
  const isSure = ({ found }: ShownPlace) => (found && !found.is_ambiguous ? 1 : 0);
  const places = registrations.toSorted((a, b) => isSure(a) - isSure(b));
  const said = places.slice(0, MOST_PLACES).map((one) => placeText(one, speech));
  const more = places.length - said.length;
  if (more > 0) said.push(speech.t("report:more_places", { files: speech.number(more, 0) }));
  if (image_places) said.push(imagePlacesText(image_places, speech));
  return said.map((one) => (one.endsWith(".") ? one : `${one}.`));
}
/** A survey can have thousands of images. */
const MOST_FILES = 20;

/** The facts of the newest evaluation, in the words of its log on the screen. */
function evaluationWords({ input: { evaluation }, words }: Chapter): string[] {
  if (!evaluation) return [];
  const { t, number, nameByKey: nameOf } = words;
  const said: string[] = [];
  const { method, version = "", measured, not_inspected, place_not_sure } = evaluation;
  const { not_judged = 0 } = evaluation;
  const age = ageOf(methodOf(method, place_not_sure));
  if (measured !== undefined && age !== "present") {
    said.push(
      `${t(`evaluation:age.${age}_title`, { version })}. ${t(`evaluation:age.${age}_text`)}`,
    );
  }
  const facts = [
    ["measured", measured],
    ["not_inspected", not_inspected],
    ["place_not_sure", place_not_sure],
    ["not_judged", not_judged === 0 ? undefined : not_judged],
  ] as const;
  const counted = facts.flatMap(([key, count]) =>
    count === undefined ? [] : [`${t(`evaluation:log.${key}`)}: ${number(count)}`],
  );
  if (counted.length > 0) said.push(`${counted.join(" · ")}.`);
  for (const { gate, share, key_figure } of evaluation.implausible ?? []) {
    const values = {
      share: number(share * 100),
      name: key_figure === null ? "" : nameOf(key_figure),
    };
    said.push(`${t("evaluation:log.implausible")}: ${t(`evaluation:log.gate.${gate}`, values)}`);
  }
  if (evaluation.is_contradicted) {
    said.push(
      `${t("evaluation:log.contradicted_title")}. ${t("evaluation:log.contradicted_text")}`,
    );
  }
  const unsure = (evaluation.registrations ?? []).filter(
    ({ found }) => !found || found.is_ambiguous,
  ).length;
  if (unsure > 0) {
    const title = t("evaluation:log.unsure_title", { count: unsure });
    said.push(`${title}. ${t("evaluation:log.unsure_text")}`);
  }
  const {
    unconfirmed = [],
    unplaced = [],
    false_colour = [],
    nearest = [],
    kept = [],
    left_out = [],
  } = evaluation;
  if (unconfirmed.length > 0) {
    said.push(`${t("evaluation:log.unconfirmed")}: ${unconfirmed.join(", ")}.`);
  }
  if (unplaced.length > 0) {
    const more = unplaced.length - MOST_FILES;
    const files = unplaced.slice(0, MOST_FILES).map(({ file = "" }) => file);
    if (more > 0) files.push(t("evaluation:log.unplaced_more", { files: number(more) }));
    said.push(`${t("evaluation:log.unplaced")}: ${files.join(", ")}.`);
  }
  if (false_colour.length > 0) {
    const text = t("evaluation:log.false_colour_text", { files: false_colour.join(", ") });
    said.push(`${t("evaluation:log.false_colour")}. ${text}`);
  }
  if (nearest.length > 0) {
    const title = t("evaluation:log.nearest", { files: nearest.join(", ") });
    said.push(`${title}. ${t("evaluation:log.nearest_text")}`);
  }
  said.push(...placeSentences(evaluation, { t, number }));
  for (const { file, value } of evaluation.filled ?? [])
    said.push(t("evaluation:log.filled", { file, value: number(value, 2) }));
  for (const { file, celsius, components: count } of (evaluation.range_ends ?? []).slice(0, 20)) {
    const values = { file, count, n: number(count), celsius: number(celsius, 1) };
    said.push(t("evaluation:log.range_end", values));
  }
  const {
    without_temperature = 0,
    turned = 0,
    false_colour: painted = 0,
    unconfirmed: unstated = 0,
    odd_unit = 0,
    by_jpeg = 0,
  } = evaluation.images ?? {};
  if ((evaluation.images?.measured ?? 0) + without_temperature > 0)
    said.push(`${t("evaluation:log.images", evaluation.images)}.`);
  if (unstated > 0) said.push(t("evaluation:log.unconfirmed_images", { images: number(unstated) }));
  if (odd_unit > 0) said.push(t("evaluation:log.odd_unit_images", { images: number(odd_unit) }));
  if (by_jpeg > 0) said.push(t("evaluation:log.by_jpeg_images", { images: number(by_jpeg) }));
  if (turned > 0) said.push(`${t("evaluation:log.turned_images", { images: number(turned) })}.`);
  if (painted > 0) said.push(t("evaluation:log.false_colour_images", { images: number(painted) }));
  const beyond = Object.entries(evaluation.beyond_range ?? {});
  if (beyond.length > 0) {
    const all = beyond.map(([key, count]) => `${nameOf(key)}: ${number(count)}`).join(", ");
    said.push(`${t("evaluation:log.beyond_range")}: ${all}.`);
  }
  if (kept.length > 0) said.push(`${t("evaluation:log.kept")}: ${kept.map(nameOf).join(", ")}.`);
  for (const { quantity, key_figures } of left_out) {
    const what = `${t(`evaluation:quantity.${quantity}`)} (${key_figures.map(nameOf).join(", ")})`;
    said.push(`${t("evaluation:log.left_out")}: ${what}.`);
  }
  return said;
}

/** All settings with which losses are counted; `hasSources`: and where each comes from. */
function settingTable(
  { input, paper, words }: Chapter,
  { hasSources }: { hasSources: boolean },
): void {
  const { t, number } = words;
  const valueOf = (key: (typeof lossSettings)[number]) => {
    const value = input.loss[key];
    return typeof value === "number"
      ? number(value, value % 1 === 0 ? 0 : 2)
      : (value ?? t("loss:not_stated"));
  };
  if (hasSources) {
    paper.table(
      [
        { title: t("setting"), width: 3 },
        { title: t("number.value"), width: 1, isNumber: true },
        { title: t("source"), width: 4 },
      ],
      lossSettings.map((key) => [t(`loss:setting.${key}`), valueOf(key), t(`loss:source.${key}`)]),
    );
    return;
  }
  const isPv = input.plant.technology === "photovoltaic";
  const shown = lossSettings.filter((key) => !(isPv ? troughOnly : pvOnly).has(key));
  const half = Math.ceil(shown.length / 2);
  const cells = (key: (typeof lossSettings)[number] | undefined) =>
    key ? [t(`loss:setting.${key}`), valueOf(key)] : ["", ""];
  const pair = [
    { title: t("setting"), width: 3 },
    { title: t("number.value"), width: 1.1, isNumber: true },
  ];
  paper.table(
    [...pair, ...pair],
    shown.slice(0, half).map((key, at) => [...cells(key), ...cells(shown[half + at])]),
  );
}

const troughOnly: ReadonlySet<string> = new Set([
  "operating_hours",
  "cycle_efficiency_percent",
  "tube_cost",
  "mirror_cost",
  "tube_hours",
  "assembly_hours",
  "mirror_hours",
  "mirrors_per_element",
]);
const pvOnly: ReadonlySet<string> = new Set([
  "full_load_hours",
  "degradation_percent",
  "age_years",
  "module_cost",
  "module_hours",
  "string_hours",
  "modules_per_string",
  "strings_per_tracker",
  "module_watts",
]);

/** For the long report: key figures with their sources, all settings, and the limits of the plant. */
export function annexChapter(chapter: Chapter): void {
  const { input, data, paper, words } = chapter;
  const { t, nameOf } = words;
  paper.chapter(t("section.annex"));
  paper.section(t("made_with"));
  paper.paragraph(t("made_with_text", { version: input.version, twin: input.twin.version }));
  paper.section(t("figures"));
  paper.table(
    [
      { title: t("key_figure"), width: 2 },
      { title: t("meaning"), width: 4 },
      { title: t("source"), width: 4 },
    ],
    data.figures.map(({ figure }) => [
      nameOf(figure),
      t(`key-figure:${figure.key}.description`),
      t(`key-figure:${figure.key}.source`),
    ]),
  );
  paper.section(t("settings"));
  settingTable(chapter, { hasSources: true });
  paper.section(t("limits"));
  paper.table(
    [
      { title: t("key_figure"), width: 4 },
      { title: t("limits"), width: 2 },
      { title: t("unit"), width: 1 },
    ],
    data.figures
      .filter(({ limits }) => limits.length > 0)
      .map((read) => [nameOf(read.figure), words.limitsOf(read), read.figure.unit]),
  );
}
