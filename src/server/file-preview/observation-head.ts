// Which line of a table of observations without places is its head, and which one is a row that only looks like it.
import { cellText, type Cell, type HeadRule } from "../../domain/table/table.ts";
import { plainName } from "../../domain/twin/twin-file-name.ts";
import { observed, rowNames } from "./guessed-mapping.ts";

/** A number or a date: a head has none, while a title has ("Fecha;01/03/2026"). */
const isRowValue = (cell: string) => /^[-+]?\d+(?:[.,/:-]\d|$)/.test(cell);

const isComponent = (name: string) => observed.component.includes(name) || rowNames.has(name);
const isKnown = (name: string) =>
  observed.observed_at.includes(name) || observed.notes.includes(name);

/** Columns whose values are kinds of components. */
const kindNames = new Set(
  `type tipo kind class clase classe category categoria part parte element elemento equipment equipo equipamento
  componenttype typeofcomponent tipocomponente tipodecomponente`.split(/\s+/),
);
/** A title is a name and its value. */
const TITLE_CELLS = 2;
/** Of a line with more than a name and other words. */
const SURE_HEAD = 2;

/**
 * Ranks the head of a table of observations that names components: their places are known then. A title such as
 * "Nombre;Parque Norte" names one too, so a word for components alone counts more than a name, and a time or a note beside
 * it counts as well. A row of data that says a kind of component ("A-1;module;dirty") is no head below a line that can be
 * it; where that line may as well be a title, both have the same rank.
 */
export const namesComponents: HeadRule = (cells, above = []) => {
  const rank = rankOf(cells);
  const heads = rank === 0 ? [] : above.filter((head) => isRowOf(head, cells));
  if (heads.some((head) => isKindOf(head, cells) || (!isTitle(head) && !isTitled(head, cells)))) {
    return 0;
  }
  return Math.min(rank, ...heads.map(rankOf));
};

function rankOf(cells: readonly Cell[]): number {
  const texts = cells.map(cellText);
  const names = texts.map(plainName);
  const isNamed = names.some((name) => observed.component.includes(name));
  const others = names.filter((name) => name !== "" && !isComponent(name));
  if (others.length === 0 || others.length === names.filter(Boolean).length) return 0;
  const rank = 1 + Number(isNamed) + Number(others.some(isKnown));
  return texts.some(isRowValue) ? rank / 4 : rank;
}

const isTitle = (head: readonly Cell[]) => width(head) <= TITLE_CELLS;

/**
 * Whether a wide line may be a title above the cells: neither it nor they have a sure sign. A line with a word for
 * components alone, a time or a note is a head, and a row of data has a digit nearly always.
 */
const isTitled = (head: readonly Cell[], cells: readonly Cell[]) =>
  rankOf(head) < SURE_HEAD && !cells.some((cell) => /\d/.test(cellText(cell)));

const width = (cells: readonly Cell[]) => cells.findLastIndex((cell) => cellText(cell) !== "") + 1;
const namesIn = (cells: readonly Cell[]) => cells.map((cell) => plainName(cellText(cell)));

/** Whether a line fits below a head: it names no column, and its words for components stand below other columns. */
function isRowOf(head: readonly Cell[], cells: readonly Cell[]): boolean {
  if (width(cells) > width(head)) return false;
  const [names, columns] = [namesIn(cells), namesIn(head)];
  if (names.some((name) => !isComponent(name) && isKnown(name))) return false;
  return names.every((name, at) => !isComponent(name) || !isComponent(columns[at] ?? ""));
}

/** Whether each word for components stands below a column of kinds. */
function isKindOf(head: readonly Cell[], cells: readonly Cell[]): boolean {
  const columns = namesIn(head);
  return namesIn(cells).every((name, at) => !isComponent(name) || kindNames.has(columns[at] ?? ""));
}
