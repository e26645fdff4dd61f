// Writes the chapters of a report in their order, and the files that go with it.
import sharp from "sharp";
import {
  reportAnnexes,
  reportSections,
  type ReportAnnex,
  type ReportSection,
} from "../../domain/report/report.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { answerChapter } from "./answer-chapter.ts";
import { changeChapter, chartChapter, statisticChapter } from "./chart-chapter.ts";
import { findingCards } from "./finding-card.ts";
import { annexChapter, conditionChapter, methodChapter } from "./method-chapter.ts";
import { openPaper } from "./paper.ts";
import { briefOf } from "./report-brief.ts";
import { readReportData } from "./report-data.ts";
import type { Chapter } from "./report-chapter.ts";
import { imagesOf } from "./report-image.ts";
import type { ReportInput } from "./report-input.ts";
import { coverageChapter, faultMapChapter, mapChapter } from "./report-map.ts";
import { writePictures } from "./report-pictures.ts";
import { writeWorkbook } from "./report-workbook.ts";
import { reportLoss } from "./report-loss.ts";
import { wordsOf } from "./report-words.ts";
import { workChapter } from "./work-chapter.ts";
import { worstChapter, type LeftToAnnexes } from "./worst-chapter.ts";

type Written = (chapter: Chapter) => Promise<void> | void;
const chapters: Readonly<Record<Exclude<ReportSection, "worst">, Written>> = {
  key_numbers: answerChapter,
  charts: chartChapter,
  changes: changeChapter,
  fault_map: faultMapChapter,
  coverage: coverageChapter,
  work_list: workChapter,
  conditions: conditionChapter,
  method: (chapter) => methodChapter(chapter),
  statistics: statisticChapter,
  maps: mapChapter,
  findings: findingCards,
  annex: annexChapter,
};

/** What chapters are written from, without the paper. */
export async function sceneOf(
  store: ObjectStore,
  input: ReportInput,
): Promise<Omit<Chapter, "paper">> {
  const data = await readReportData(store, input);
  const words = wordsOf(input);
  const loss = reportLoss(data, input);
  const brief = briefOf(data, loss, input);
  const images = imagesOf({ store, images: input.images, data, words });
  return { store, input, data, words, loss, brief, images };
}

/** The logo of the customer as PNG, or null. */
export async function logoOf(store: ObjectStore, { logo }: ReportInput): Promise<Buffer | null> {
  return logo === null
    ? null
    : sharp(await store.read(logo))
        .png()
        .toBuffer();
}

export type WrittenReport = {
  readonly pages: number;
  readonly findings: number;
  /** Those that were asked for, and workbook or pictures where the pages have no room for all that is dangerous. */
  readonly annexes: readonly ReportAnnex[];
  /** Pictures that are not in their ZIP; null where there is none. */
  readonly pictures_left_out: number | null;
};

export async function writeReport(store: ObjectStore, input: ReportInput): Promise<WrittenReport> {
  const scene = await sceneOf(store, input);
  const { data, words } = scene;
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
    lost: (codes, count) => t("letters_lost", { codes, count }),
  });
  const lines = [
    plant.name,
    input.customer,
    t("flown", { date: day(survey.flown_at) }),
    t("made", { date: day(input.created_at), name: author }),
  ];
  const logo = await logoOf(store, input);
  const about = { title, logo, logoAlt: input.customer };
  const picture = input.plant_image && (await pictureOf(store, input.plant_image, 1400));
  if (picture) paper.cover({ ...about, lines, picture: { bytes: picture, alt: plant.name } });
  else paper.head({ ...about, line: lines.join(" · ") });
  const chapter: Chapter = { ...scene, paper };
  let left: LeftToAnnexes = { unnamed: 0, unpictured: 0 };
  for (const section of reportSections) {
    if (!input.sections.includes(section)) continue;
    if (section === "worst") left = await worstChapter(chapter);
    else await chapters[section](chapter);
  }
  const { pages } = await paper.end();
  const annexes = reportAnnexes.filter(
    (one) =>
      input.annexes.includes(one) ||
      (one === "workbook" && left.unnamed > 0) ||
      (one === "pictures" && left.unpictured > 0),
  );
  if (annexes.includes("workbook")) await writeWorkbook(input.workbook_path, chapter);
  const pictures_left_out = annexes.includes("pictures")
    ? await writePictures(input.pictures_path, chapter)
    : null;
  return { pages, findings: data.findings.length, annexes, pictures_left_out };
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
