// How many dangers the chapter of the worst has room for: the report for a manager has ten pages.
import { managerSections } from "../../domain/report/report.ts";
import type { Chapter } from "./report-chapter.ts";

/** Cards of dangers with pictures stand so many beside each other. */
export const CARD_COLUMNS = 3;
/** Points of a row of cards, and of a row of the table with a place of two lines. */
const CARD_POINTS = 165;
const ROW_POINTS = 28;
/** What the table has before cards take the rest, or where the report has no page left for more. */
const LEAST_DANGER_ROWS = 14;
/** What the table of settled dangers has then, and the points of the sentence and the head above it. */
const LEAST_SETTLED_ROWS = 6;
const SETTLED_POINTS = 70;
/** The report for a manager has ten pages, of which the work list, the conditions and the method take four and this. */
const PAGES = 10;
const PAGES_AFTER = 4;
const POINTS_AFTER = 150;
/** The long form is no table of everything either: the workbook is. */
const MOST_DANGER_ROWS = 1000;
const MOST_DANGER_CARDS = 150;

const isForManager = ({ input }: Chapter) =>
  input.sections.every((one) => managerSections.includes(one));

/** Points that the chapter still has on the paper. */
function pointsLeft({ paper }: Chapter): number {
  const { here, page } = paper.left();
  const pages = Math.max(0, PAGES - PAGES_AFTER - paper.pages());
  return here + pages * page - POINTS_AFTER;
}

/** Cards and rows of dangers that the report has room for: cards of those with pictures, and rows of the others. */
export function dangerRoom(
  chapter: Chapter,
  { pictured, others }: { readonly pictured: number; readonly others: number },
): { readonly cards: number; readonly rows: number } {
  if (!isForManager(chapter)) return { cards: MOST_DANGER_CARDS, rows: MOST_DANGER_ROWS };
  const settled = Math.min(chapter.brief.settled_dangers.length, LEAST_SETTLED_ROWS);
  const below = settled > 0 ? settled * ROW_POINTS + SETTLED_POINTS : 0;
  const points = pointsLeft(chapter) - below;
  const least = Math.min(others, LEAST_DANGER_ROWS);
  const cardRows = Math.max(1, Math.floor((points - least * ROW_POINTS) / CARD_POINTS));
  const used = Math.min(cardRows, Math.ceil(pictured / CARD_COLUMNS)) * CARD_POINTS;
  const rows = Math.floor((points - used) / ROW_POINTS);
  return { cards: cardRows * CARD_COLUMNS, rows: Math.max(least, rows) };
}

/** Rows of settled dangers that the report has room for, below those that are open. */
export function settledRows(chapter: Chapter): number {
  if (!isForManager(chapter)) return MOST_DANGER_ROWS;
  const rows = Math.floor((pointsLeft(chapter) - SETTLED_POINTS) / ROW_POINTS);
  return Math.max(LEAST_SETTLED_ROWS, rows);
}
