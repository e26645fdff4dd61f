// The chapters with maps: what was not seen, and where the findings are.
import { rgbOf, type Rgb } from "../../domain/colour/colour.ts";
import { severityColours } from "../../domain/colour/palette.ts";
import { classColours } from "../../domain/colour/severity-colour.ts";
import { mapBox, mapPicture, type ColourOf } from "./map-picture.ts";
import { FIGURE_ROOM } from "./paper.ts";
import { faultAt } from "./report-brief.ts";
import type { Chapter } from "./report-chapter.ts";
import type { ReadFigure, ReportData } from "./report-data.ts";
import type { ReportWords } from "./report-words.ts";

const severities = [0, 1, 2, 3] as const;
const colours = severityColours.light;
type Drawn = Pick<Chapter, "data" | "paper" | "words" | "brief">;

/** Points of a chapter's heading with a line below it. */
const CHAPTER_HEAD = 52;

const GOOD: Rgb = [213, 218, 224];
const UNSEEN: Rgb = [238, 240, 243];
const UNNAMED: Rgb = [90, 90, 90];
const SEEN: Rgb = [205, 212, 220];
const NOT_SEEN: Rgb = [109, 40, 143];

/** Where the findings are, by what is broken. */
export async function faultMapChapter({ data, paper, words, brief }: Drawn): Promise<void> {
  const { t, number } = words;
  const below = 34 + 15 * Math.ceil((brief.types.length + 2) / 4);
  paper.chapter(t("section.fault_map"), { keep: FIGURE_ROOM + CHAPTER_HEAD + below });
  const { lead } = data;
  if (!lead) return paper.paragraph(t("no_lead"));
  const { named, severity, types } = brief;
  const of = named ? classColours(named.figure, "light") : new Map<number, Rgb>();
  const isMarked = (row: number) => severity[row]! > 0 && severity[row]! <= 3;
  const colourOf: ColourOf = (row) => {
    if (severity[row] === 255) return UNSEEN;
    if (!isMarked(row)) return GOOD;
    return of.get(faultAt(named, row) ?? -1) ?? UNNAMED;
  };
  const count = (one: number) => number(one);
  const legend = [
    ...types.map(({ fault, all }) => ({
      colour: hex(...(of.get(fault ?? -1) ?? UNNAMED)),
      words: `${words.faultOf(named, fault)} (${count(all)})`,
    })),
    { colour: hex(...GOOD), words: t("component:severity.0") },
    { colour: hex(...UNSEEN), words: t("not_measured") },
  ];
  const alt = t("fault_map_alt", { types: legend.map((one) => one.words).join(", ") });
  const look = { colourOf, order: worstLast(severity), isMarked, alt, most: 500, below };
  await drawMap({ data, paper, words, brief }, lead, look);
  paper.legend(legend);
}

/** What was not seen: a map, the reasons where the survey says them, and what no image covers. */
export async function coverageChapter({ data, paper, words, brief }: Drawn): Promise<void> {
  const { t, number, share, countOf } = words;
  const unseen = brief.components - brief.measured;
  const keep = unseen > 0 ? FIGURE_ROOM + 2 * CHAPTER_HEAD + 44 : 2 * CHAPTER_HEAD;
  paper.chapter(t("section.coverage"), { keep });
  paper.paragraph(t("coverage_lead"));
  const { lead } = data;
  const verdicts = data.figures.filter(({ figure }) => isCoverageFigure(figure.key));
  if (lead) {
    const { component_type } = lead.figure;
    paper.paragraph(
      t(unseen > 0 ? "unseen" : "all_seen", {
        what: countOf(unseen, component_type),
        share: share(unseen, brief.components),
        of: countOf(brief.components, component_type),
      }),
    );
    if (unseen > 0 && !verdicts.some(({ figure }) => figure.component_type === component_type)) {
      const isMarked = (row: number) => brief.severity[row] === 255;
      const order = worstLast(brief.severity).toReversed();
      const colourOf: ColourOf = (row) => (isMarked(row) ? NOT_SEEN : SEEN);
      const alt = t("unseen_map_alt");
      const look = { colourOf, order, isMarked, most: 360, below: 44, alt };
      await drawMap({ data, paper, words, brief }, lead, look);
      paper.legend([
        { colour: hex(...NOT_SEEN), words: t("not_seen") },
        { colour: hex(...SEEN), words: t("seen") },
      ]);
    }
  }
  if (verdicts.length === 0) return paper.paragraph(t("no_coverage"));
  for (const read of verdicts) {
    const { figure, values } = read;
    paper.section(words.nameOf(figure), 200);
    const there = data.exists(figure.component_type);
    const rows = figure.classes.map(({ value, key }) => {
      let count = 0;
      for (let row = 0; row < there.length; row++)
        if (there[row] === 1 && values[row] === value) count += 1;
      return { words: t(`key-figure:${figure.key}.classes.${key}`), count };
    });
    const all = there.reduce((sum, one) => sum + one, 0);
    paper.table(
      [
        { title: t("verdict"), width: 3 },
        { title: t("count"), width: 1, isNumber: true },
        { title: t("share"), width: 1, isNumber: true },
      ],
      rows.map(({ words: name, count }) => [name, number(count), share(count, all)]),
    );
    const of = classColours(figure, "light");
    const colourOf: ColourOf = (row) => of.get(values[row] ?? 255) ?? null;
    const look = {
      colourOf,
      most: 300,
      below: 44,
      alt: t("map_alt", { name: words.nameOf(figure) }),
    };
    await drawMap({ data, paper, words, brief }, read, look);
    paper.legend(
      figure.classes.map(({ value, key }) => {
        const [r, g, b] = of.get(value) ?? [0, 0, 0];
        return { colour: hex(r, g, b), words: t(`key-figure:${figure.key}.classes.${key}`) };
      }),
    );
  }
}

const isCoverageFigure = (key: string) => /_(coverage|inspection_validity)$/.test(key);

export async function mapChapter({ data, paper, words, brief }: Drawn): Promise<void> {
  const { t, nameOf } = words;
  paper.chapter(t("section.maps"), { isOwnPage: true });
  const { lead } = data;
  if (!lead) return paper.paragraph(t("no_lead"));
  const { severity } = brief;
  const colourOf = severityColour(severity);
  const order = worstLast(severity);
  paper.section(t("overview", { name: nameOf(lead.figure) }), 300);
  const isMarked = (row: number) => severity[row]! > 0 && severity[row]! <= 3;
  const alt = t("map_alt", { name: nameOf(lead.figure) });
  const own = { colourOf, order, isMarked, alt };
  await drawMap({ data, paper, words, brief }, lead, own);
  paper.legend(severityLegend(words));
  for (const { name, isIn } of detailAreas(data, lead)) {
    paper.section(name, 350);
    await drawMap({ data, paper, words, brief }, lead, { ...own, isIn, most: 300 });
  }
}

const hex = (...rgb: readonly number[]) =>
  `#${rgb.map((one) => one.toString(16).padStart(2, "0")).join("")}`;

function severityColour(severity: Uint8Array): ColourOf {
  const rgb = severities.map((one) => rgbOf(colours[one]));
  return (row) => rgb[severity[row] ?? 255] ?? [222, 226, 230];
}

const severityLegend = ({ t }: ReportWords) => [
  ...severities.map((one) => ({ colour: colours[one], words: t(`component:severity.${one}`) })),
  { colour: "#dee2e6", words: t("not_measured") },
];

/** Rows with the worst on top, so that no finding lies below a good neighbour. */
function worstLast(severity: Uint8Array): Uint32Array {
  const rank = (row: number) => (severity[row] === 255 ? -1 : severity[row]!);
  return Uint32Array.from(severity, (_, row) => row).toSorted((a, b) => rank(a) - rank(b));
}

type MapLook = {
  readonly colourOf: ColourOf;
  /** Rows from bottom to top. */
  readonly order?: Uint32Array;
  readonly isMarked?: (row: number) => boolean;
  /** The rows that the map is cut to. */
  readonly isIn?: (row: number) => boolean;
  /** What it shows, for who does not see it. */
  readonly alt: string;
  /** Points of its height, and of what stands below it. */
  readonly most?: number;
  readonly below?: number;
};

async function drawMap(
  { data, paper, words }: Drawn,
  { figure }: ReadFigure,
  { colourOf, order, isMarked, isIn, alt, most = 420, below = 24 }: MapLook,
): Promise<void> {
  const geometry = data.level(figure.component_type)?.geometry;
  const box = geometry && mapBox(geometry, isIn);
  if (!geometry || !box) return;
  const { bytes, aspect, bar_m } = await mapPicture(geometry, box, colourOf, order, isMarked);
  paper.figure({ bytes, alt }, aspect, { most, below });
  paper.paragraph(words.t("scale", { metres: words.number(bar_m) }), { isSoft: true, size: 8 });
}

/** Areas with detail maps: the tops of the hierarchy with most findings. */
const MOST_AREAS = 4;

function detailAreas(data: ReportData, { figure }: ReadFigure) {
  const parts = new Map<string, { count: number; rows: Set<number> }>();
  const areaOf = (row: number) =>
    data.place({ component_type: figure.component_type, row }).path.split(" › ")[0] ?? "";
  for (const row of data.findings.subarray(0, 5000)) {
    const name = areaOf(row);
    const part = parts.get(name) ?? { count: 0, rows: new Set<number>() };
    part.count += 1;
    part.rows.add(row);
    parts.set(name, part);
  }
  return [...parts]
    .filter(([name]) => name !== "")
    .toSorted(([, a], [, b]) => b.count - a.count)
    .slice(0, MOST_AREAS)
    .map(([name, { rows }]) => ({ name, isIn: (row: number) => rows.has(row) }));
}
