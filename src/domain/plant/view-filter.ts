// Filters as text in an address: `range~31~5~`, `classes~31~1.2`, `severity~31~3`, `change~31~12~worse.new`,
// `text~B 12`.
import { filterShape, type Filter } from "../column/filter.ts";

/** A filter as text; the last part can contain any character. */
export function filterToText(filter: Filter): string {
  switch (filter.kind) {
    case "range":
      return `range~${filter.key_figure_id}~${filter.min ?? ""}~${filter.max ?? ""}`;
    case "classes": {
      const by = filter.by === "severity" ? "severity" : "classes";
      return `${by}~${filter.key_figure_id}~${filter.values.join(".")}`;
    }
    case "present":
      return `${filter.present ? "present" : "missing"}~${filter.key_figure_id}`;
    case "change":
      return `change~${filter.key_figure_id}~${filter.analysis_id}~${filter.values.join(".")}`;
    case "text":
      return `text~${filter.text}`;
    case "within":
      return `within~${filter.component_type}~${filter.dt_id}`;
  }
}

function numberIn(text: string | undefined): number {
  return text !== undefined && /^-?\d/.test(text) ? Number(text) : NaN;
}

function openNumberIn(text: string | undefined): number | null {
  return text === "" ? null : numberIn(text);
}

function read(text: string): unknown {
  const [kind, ...parts] = text.split("~");
  const key_figure_id = numberIn(parts[0]);
  switch (kind) {
    case "range":
      return { kind, key_figure_id, min: openNumberIn(parts[1]), max: openNumberIn(parts[2]) };
    case "classes":
    case "severity":
      return {
        kind: "classes",
        key_figure_id,
        values: parts[1] === "" ? [] : (parts[1] ?? "x").split(".").map(numberIn),
        by: kind === "severity" ? "severity" : "class",
      };
    case "present":
    case "missing":
      return { kind: "present", key_figure_id, present: kind === "present" };
    case "change": {
      const values = parts[2] === "" ? [] : parts[2]?.split(".");
      return { kind, key_figure_id, analysis_id: numberIn(parts[1]), values };
    }
    case "text":
      return { kind, text: parts.join("~") };
    case "within":
      return { kind, component_type: parts[0], dt_id: parts.slice(1).join("~") };
    default:
      return null;
  }
}

/** Parses a filter; null if the text is none. */
export function filterFromText(text: string): Filter | null {
  const parsed = filterShape.safeParse(read(text));
  return parsed.success ? parsed.data : null;
}
