// The cover of the package of one maker: what is claimed, under which conditions it was measured, how, and with which limits.
import type { Paper } from "./paper.ts";
import { conditionChapter, methodChapter } from "./method-chapter.ts";
import type { Chapter } from "./report-chapter.ts";
import type { ClaimedFinding } from "./warranty-finding.ts";
import {
  faultNameOf,
  nameIn,
  pictureWords,
  placeIn,
  serialWords,
  type PictureCount,
} from "./warranty-table.ts";

/** Rows of a table on paper; all are in the CSV. */
const MOST_ROWS = 100;

type Claim = {
  readonly paper: Paper;
  readonly findings: readonly ClaimedFinding[];
  readonly picturesOf: (one: ClaimedFinding) => PictureCount;
};

export function writeCover(
  scene: Omit<Chapter, "paper">,
  { paper, findings, picturesOf }: Claim,
): void {
  const { input, words, data } = scene;
  const { t, number, day } = words;
  const chapter: Chapter = { ...scene, paper };
  const counted = findings.map((one) => ({ one, pictures: picturesOf(one) }));
  paper.chapter(t("warranty.claimed"));
  paper.paragraph(
    t("warranty.lead", {
      plant: input.plant.name,
      survey: input.survey.name,
      date: day(input.survey.flown_at),
    }),
  );
  const facts = [
    ["warranty.findings", findings.length],
    ["components", new Set(findings.map(({ dt_id }) => dt_id)).size],
    ["warranty.with_serial", findings.filter(({ serial }) => serial !== null).length],
    ["warranty.with_pictures", counted.filter(({ pictures }) => hasPicture(pictures)).length],
  ] as const;
  paper.table(
    [
      { title: t("number.what"), width: 3 },
      { title: t("count"), width: 1, isNumber: true },
    ],
    facts.map(([key, count]) => [t(key), number(count)]),
  );
  paper.paragraph(t("warranty.files"), { isSoft: true });
  paper.section(t("by_type"));
  const types = [...Map.groupBy(findings, (one) => faultNameOf(scene, one))];
  paper.table(
    [
      { title: t("fault"), width: 3 },
      { title: t("count"), width: 1, isNumber: true },
    ],
    types
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([name, all]) => [name, number(all.length)]),
  );
  paper.section(t("warranty.all"));
  const ranked = data.figures.find(({ figure }) => figure.id === data.lead?.figure.ranked_by);
  // The same uncertainties as in the CSV.
  const withAll = { ...data, figures: data.counted };
  const value = ({ component_type, row }: ClaimedFinding) =>
    ranked && row !== null && ranked.figure.component_type === component_type
      ? words.valueOf(withAll, ranked, row)
      : "–";
  const shown = findings.slice(0, MOST_ROWS);
  paper.table(
    [
      { title: t("component"), width: 1.6 },
      { title: t("place"), width: 1.8 },
      { title: t("warranty.serial"), width: 2.2 },
      { title: t("fault"), width: 2.2 },
      ...(ranked ? [{ title: words.nameOf(ranked.figure), width: 2, isNumber: true }] : []),
      { title: t("warranty.first_seen"), width: 1.7 },
      { title: t("finding:field.rma"), width: 1.4 },
    ],
    shown.map((one) => [
      nameIn(scene, one),
      placeIn(scene, one),
      serialWords(scene, one),
      faultNameOf(scene, one),
      ...(ranked ? [value(one)] : []),
      one.first_seen === null ? "–" : day(one.first_seen),
      t(`finding:rma.state.${one.life?.rma ?? "none"}`),
    ]),
    restWords(chapter, findings.length - shown.length),
  );
  const bare = counted.filter(({ pictures }) => pictureWords(scene, pictures) !== "");
  if (bare.length > 0) {
    paper.section(t("warranty.without_pictures"));
    paper.table(
      [
        { title: t("component"), width: 1.6 },
        { title: t("place"), width: 1.8 },
        { title: t("fault"), width: 2 },
        { title: t("warranty.picture_note"), width: 3 },
      ],
      bare
        .slice(0, MOST_ROWS)
        .map(({ one, pictures }) => [
          nameIn(scene, one),
          placeIn(scene, one),
          faultNameOf(scene, one),
          pictureWords(scene, pictures),
        ]),
      restWords(chapter, bare.length - MOST_ROWS),
    );
  }
  conditionChapter(chapter);
  methodChapter(chapter, { hasLosses: false });
}

const hasPicture = ({ thermal, rgb }: PictureCount) => thermal + rgb > 0;

const restWords = ({ words: { t, number } }: Chapter, rest: number) =>
  rest > 0 ? t("warranty.rest", { rest: number(rest) }) : "";
