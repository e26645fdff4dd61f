// Writes the chapters of a report in their order.
import { plusMinus } from "../../domain/loss/loss-text.ts";
import sharp from "sharp";
import { severityColours } from "../../domain/colour/palette.ts";
import type { ReportSection } from "../../domain/report/report.ts";
import { lossSettings } from "../../domain/loss/loss-settings.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { findingCards } from "./finding-card.ts";
import { openPaper } from "./paper.ts";
import { plantCourses, type PlantCourse } from "../../domain/key-figure/plant-course.ts";
import { changesOf, readReportData } from "./report-data.ts";
import type { ReportInput } from "./report-input.ts";
import type { Chapter } from "./report-chapter.ts";
import { coverageChapter, mapChapter } from "./report-map.ts";
import { lossTable } from "./loss-table.ts";
import { reportLoss } from "./report-loss.ts";
import { wordsOf } from "./report-words.ts";

const severities = [0, 1, 2, 3] as const;
const colours = severityColours.light;

export async function writeReport(
  store: ObjectStore,
  input: ReportInput,
): Promise<{ readonly pages: number; readonly findings: number }> {
  const data = await readReportData(store, input);
  const words = wordsOf(input);
  const { t, day } = words;
  const { plant, survey, title, author } = input;
  const paper = openPaper(input.path, {
    title,
    author,
    lang: input.locale,
    created: new Date(input.created_at),
    colour: input.colour,
    foot: `${plant.name} · ${survey.name} · ${day(survey.flown_at)}`,
    page: (number, count) => t("page", { number, of: count }),
  });
  const picture = input.plant_image && (await pictureOf(store, input.plant_image, 1400));
  paper.cover({
    title,
    lines: [
      plant.name,
      input.customer,
      t("flown", { date: day(survey.flown_at) }),
      t("made", { date: day(input.created_at), name: author }),
    ],
    logo: input.logo
      ? await sharp(await store.read(input.logo))
          .png()
          .toBuffer()
      : null,
    picture: picture ? { bytes: picture, alt: plant.name } : null,
    logoAlt: input.customer,
  });
  const chapter: Chapter = { store, input, data, paper, words, loss: reportLoss(data, input) };
  for (const section of input.sections) await chapters[section](chapter);
  const { pages } = await paper.end();
  return { pages, findings: data.findings.length };
}

/** A JPEG no wider than so many pixels; null where the file is no picture. */
async function pictureOf(store: ObjectStore, key: string, width: number): Promise<Buffer | null> {
  const bytes = await store.read(key);
  return sharp(bytes)
    .rotate()
    .resize({ width, withoutEnlargement: true })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => null);
}

const chapters: Readonly<Record<ReportSection, (chapter: Chapter) => Promise<void> | void>> = {
  key_numbers({ input, data, paper, words, loss: { split } }) {
    const { t, number, share, moneyWithRange, nameOf } = words;
    paper.chapter(t("section.key_numbers"));
    const { lead, findings } = data;
    if (!lead) return paper.paragraph(t("no_lead"));
    const type = lead.figure.component_type;
    const all = data.exists(type).reduce((sum, one) => sum + one, 0);
    const counts = data.counts(lead);
    const measured = counts.reduce((sum, one) => sum + one, 0);
    paper.paragraph(t("lead", { name: nameOf(lead.figure) }));
    const rows: [string, string][] = [
      [t("number.components", { name: t(`component:type.${type}.many`) }), number(all)],
      [t("number.measured"), `${number(measured)} (${share(measured, all)})`],
      [t("number.findings"), `${number(findings.length)} (${share(findings.length, measured)})`],
    ];
    if (split) {
      rows.push(
        [t("number.power"), `${number(split.findings.kw, 1)} kW`],
        ...(
          [
            ["number.energy", "number.money", split.findings],
            ["number.all_energy", "number.all_money", split.total],
          ] as const
        ).flatMap(([energy, cost, { mwh, money: sum, uncertainty }]): typeof rows => [
          [t(energy), `${plusMinus(number(mwh, 1), number(uncertainty.mwh, 1))} MWh`],
          [t(cost), moneyWithRange(sum, uncertainty.money)],
        ]),
      );
    }
    paper.table(
      [
        { title: t("number.what"), width: 3 },
        { title: t("number.value"), width: 1, isNumber: true },
      ],
      rows,
    );
    paper.bar(severities.map((one) => ({ colour: colours[one], count: counts[one] ?? 0 })));
    paper.table(
      [
        { title: t("severity"), width: 2 },
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
    if (split) lossTable(split, { paper, words });
    if (input.notes) {
      paper.section(t("notes"));
      paper.paragraph(input.notes);
    }
  },

  conditions({ input, paper, words }) {
    const { t, number, day } = words;
    paper.chapter(t("section.conditions"));
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
  },

  method({ data, input: { weakest, survey }, paper, words: { t, nameOf, number } }) {
    paper.chapter(t("section.method"));
    paper.paragraph(t("method_text"));
    const isStated = (id: number) =>
      survey.columns.some(({ key_figure_id, is_stated }) => key_figure_id === id && is_stated);
    const stated = data.figures.filter(({ figure }) => isStated(figure.id));
    if (stated.length > 0)
      paper.paragraph(
        t("stated", { names: stated.map(({ figure }) => nameOf(figure)).join(", ") }),
      );
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
    paper.section(t("limits_title"));
    paper.paragraph(t("limits_text"));
    if (!weakest) return;
    const { hotspot_k, substring_k, module_k, wind } = weakest;
    paper.paragraph(
      t(wind === null ? "weakest" : "weakest_in_wind", {
        hotspot: number(hotspot_k, 1),
        substring: number(substring_k, 1),
        module: number(module_k, 1),
        wind: number(wind ?? 0, 1),
      }),
    );
  },

  coverage: coverageChapter,

  statistics({ data, paper, words }) {
    const { t, number } = words;
    paper.chapter(t("section.statistics"));
    const judged = data.figures.filter(({ figure }) => figure.direction !== "neutral");
    paper.table(
      [
        { title: t("key_figure"), width: 4 },
        ...severities.map((one) => ({
          title: t(`component:severity.${one}`),
          width: 1.2,
          isNumber: true,
        })),
        { title: t("limits"), width: 2.2 },
      ],
      judged.map((read) => {
        const counts = data.counts(read);
        return [
          words.nameOf(read.figure) + (read.figure.unit === "" ? "" : ` (${read.figure.unit})`),
          ...severities.map((one) => number(counts[one] ?? 0)),
          read.figure.kind === "u8" ? t("classes") : words.limitsOf(read),
        ];
      }),
      t("statistics_note"),
    );
  },

  maps: mapChapter,

  findings: (chapter) => findingCards(chapter),

  changes({ input, data, paper, words }) {
    const { t, number, day, nameOf } = words;
    paper.chapter(t("section.changes"));
    const { lead } = data;
    const changes = lead && changesOf(data, lead);
    if (!lead || !changes || !input.previous) return paper.paragraph(t("no_before"));
    const countOf = (course: PlantCourse) => changes.counts[plantCourses.indexOf(course)] ?? 0;
    const before = { name: input.previous.name, date: day(input.previous.flown_at) };
    paper.paragraph(t("changes_lead", { ...before, figure: nameOf(lead.figure) }));
    paper.table(
      [
        { title: t("change"), width: 4 },
        { title: t("count"), width: 1, isNumber: true },
      ],
      [
        ...(["new", "persisting", "resolved"] as const).map((course) => [
          t(`course.${course}`),
          number(countOf(course)),
        ]),
        [t("course.unknown"), number(countOf("unknown"))],
      ],
      t("changes_note"),
    );
    if (changes.crossed > 0)
      paper.paragraph(t("crossed", { count: changes.crossed, n: number(changes.crossed) }));
  },

  annex({ input, data, paper, words }) {
    const { t, number } = words;
    paper.chapter(t("section.annex"));
    paper.section(t("made_with"));
    paper.paragraph(t("made_with_text", { version: input.version, twin: input.twin.version }));
    paper.section(t("settings"));
    paper.table(
      [
        { title: t("setting"), width: 3 },
        { title: t("number.value"), width: 1, isNumber: true },
        { title: t("source"), width: 4 },
      ],
      lossSettings.map((key) => {
        const value = input.loss[key];
        return [
          t(`loss:setting.${key}`),
          typeof value === "number"
            ? number(value, value % 1 === 0 ? 0 : 2)
            : (value ?? t("loss:not_stated")),
          t(`loss:source.${key}`),
        ];
      }),
    );
    paper.section(t("limits"));
    paper.table(
      [
        { title: t("key_figure"), width: 4 },
        { title: t("limits"), width: 2 },
        { title: t("unit"), width: 1 },
      ],
      data.figures
        .filter(({ limits }) => limits.length > 0)
        .map((read) => [words.nameOf(read.figure), words.limitsOf(read), read.figure.unit]),
    );
  },
};
