// A selection as text in an address: ids while they are few, row ranges beyond.
import { componentTypeIds, type ComponentType } from "../component/component.ts";
import { decodeRows, encodeRows } from "../column/row-range.ts";

export type ViewSelection =
  | { readonly component_type: ComponentType; readonly dt_ids: readonly string[] }
  /** Ascending rows of the component index; rows are never reused, so they outlive twin updates. */
  | { readonly component_type: ComponentType; readonly rows: readonly number[] };

/** Longest selection in an address, in characters; browsers and proxies cut beyond about 8 kB. */
export const SELECTION_CHARACTERS = 4000;

/** How a selection goes into an address: its ids, else its rows, else null: too large for a link. */
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

/** The component type before the first `~`, and what follows it. */
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

// A tilde at the start would read as the sign of rows; encodeURIComponent leaves it.
function escaped(id: string): string {
  return encodeURIComponent(id.toWellFormed()).replaceAll("~", "%7E");
}

/** The selection a text stands for, or undefined where it stands for none. */
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
