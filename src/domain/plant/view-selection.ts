// A selection as text in an address: IDs if they are few, otherwise row ranges.
import { componentTypeIds, type ComponentType } from "../component/component.ts";
import { decodeRows, encodeRows } from "../column/row-range.ts";

export type ViewSelection =
  | { readonly component_type: ComponentType; readonly dt_ids: readonly string[] }
  /** Ascending rows of the component index. Rows are never reused, so they survive twin updates. */
  | { readonly component_type: ComponentType; readonly rows: readonly number[] };

/** Maximum length of a selection in an address, in characters. Browsers and proxies cut addresses at about 8 kB. */
export const SELECTION_CHARACTERS = 4000;

/** The form of a selection in a link: its IDs, else its rows, else null (too large for a link). */
export function linkSelection(
  component_type: ComponentType,
  rows: ArrayLike<number>,
  dtId: (row: number) => string,
): ViewSelection | null {
  let length = 0;
  const dt_ids: string[] = [];
  for (let i = 0; i < rows.length && length <= SELECTION_CHARACTERS / 4; i += 1) {
    const id = dtId(rows[i]!);
    length += encodeURIComponent(id.toWellFormed()).length + 3;
    dt_ids.push(id);
  }
  if (dt_ids.length === rows.length) return { component_type, dt_ids };
  return encodeRows(rows).length <= SELECTION_CHARACTERS
    ? { component_type, rows: Array.from(rows) }
    : null;
}

/** Splits a text at the first `~` into component type and rest. */
export function typedText(text: string): [ComponentType, string] | undefined {
  const cut = text.indexOf("~");
  const type = componentTypeIds.find((id) => id === text.slice(0, cut));
  return cut > 0 && type ? [type, text.slice(cut + 1)] : undefined;
}

/** `module~id,id` or `module~~rows`. */
export function selectionToText(selection: ViewSelection): string {
  return "dt_ids" in selection
    ? `${selection.component_type}~${selection.dt_ids.map(escaped).join(",")}`
    : `${selection.component_type}~~${encodeRows(selection.rows)}`;
}

// A tilde at the start means rows; encodeURIComponent does not escape it.
function escaped(id: string): string {
  return encodeURIComponent(id.toWellFormed()).replaceAll("~", "%7E");
}

/** Parses a selection; undefined if the text is none. */
export function selectionFromText(text: string): ViewSelection | undefined {
  const [component_type, rest] = typedText(text) ?? [];
  if (!component_type || rest === undefined || rest.length > 2 * SELECTION_CHARACTERS) return;
  if (rest.startsWith("~")) {
    const rows = decodeRows(rest.slice(1));
    return rows?.length ? { component_type, rows: Array.from(rows) } : undefined;
  }
  try {
    const dt_ids = rest.split(",").map(decodeURIComponent);
    return dt_ids.every((id) => id !== "" && id.length <= 200)
      ? { component_type, dt_ids }
      : undefined;
  } catch {
    return undefined;
  }
}
