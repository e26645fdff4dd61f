// The charts of a report: findings by fault type, losses by cause, and what became of the findings of the last survey.
import { severityColours } from "../../domain/colour/palette.ts";
import { plantCourses } from "../../domain/key-figure/plant-course.ts";
import { lossTable } from "./loss-table.ts";
import type { Chapter } from "./report-chapter.ts";

const severities = [0, 1, 2, 3] as const;
const found = [3, 2, 1] as const;
const colours = severityColours.light;

export function chartChapter(chapter: Chapter): void {
  const { data, paper, words, brief, loss } = chapter;
  const { t, number, share, faultOf } = words;
  paper.chapter(t("section.charts"));
  if (brief.types.length === 0) paper.paragraph(t(data.lead ? "no_findings" : "no_lead"));
  else {
    paper.section(t("by_type"));
    const most = Math.max(...brief.types.map(({ all }) => all));
    paper.table(
      [
        { title: t("fault"), width: 2.4 },
        ...found.map((one) => ({
          title: t(`component:severity.${one}`),
          width: 1,
          isNumber: true,
        })),
        { title: t("share"), width: 1, isNumber: true },
        { title: t("chart"), width: 3 },
      ],
      brief.types.map(({ fault, counts, all }) => [
        faultOf(brief.named, fault),
        ...found.map((one) => number(counts[one] ?? 0)),
        share(all, data.findings.length),
        { parts: found.map((one) => ({ colour: colours[one], part: (counts[one] ?? 0) / most })) },
      ]),
    );
    paper.legend(
      found.map((one) => ({ colour: colours[one], words: t(`component:severity.${one}`) })),
    );
  }
  if (loss.whole) lossTable(loss.whole.split, loss.whole.recovery, { paper, words });
}

/** Colours of the courses: they say neither good nor bad of a fault. */
const courseColours = {
  new: "#8a4b08",
  returned: "#b0741c",
  persisting: "#5f7d95",
  resolved: "#2f7d4f",
  unmeasured: "#8c8c8c",
} as const;
const shownCourses = ["new", "returned", "persisting", "resolved", "unmeasured"] as const;

export function changeChapter({ input, data, paper, words, brief }: Chapter): void {
  const { t, number, day, nameOf } = words;
  paper.chapter(t("section.changes"));
  const { lead } = data;
  const { changes } = brief;
  if (!lead) return paper.paragraph(t("no_lead"));
  if (!changes || !input.previous) return paper.paragraph(t("no_before"));
  const before = { name: input.previous.name, date: day(input.previous.flown_at) };
  paper.paragraph(t("changes_lead", { ...before, figure: nameOf(lead.figure) }));
  const rows = shownCourses.map((course) => ({
    course,
    count: changes.counts[plantCourses.indexOf(course)] ?? 0,
  }));
  const most = Math.max(...rows.map(({ count }) => count), 1);
  paper.table(
    [
      { title: t("change"), width: 3 },
      { title: t("count"), width: 1, isNumber: true },
      { title: t("chart"), width: 3 },
    ],
    [
      ...rows.map(({ course, count }) => [
        t(`course.${course}`),
        number(count),
        { parts: [{ colour: courseColours[course], part: count / most }] },
      ]),
      [t("course.unknown"), number(changes.counts[plantCourses.indexOf("unknown")] ?? 0), ""],
    ],
    t("changes_note"),
  );
  if (changes.crossed > 0)
    paper.paragraph(t("crossed", { count: changes.crossed, n: number(changes.crossed) }));
}

/** How many components each judged key figure finds good, to watch, poor and to act on. */
export function statisticChapter({ data, paper, words }: Chapter): void {
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
}
