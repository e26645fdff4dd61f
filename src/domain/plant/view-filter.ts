// Filters as text in an address: `range~31~5~`, `classes~31~1.2`, `severity~31~3`, `change~31~12~worse.new`,
// `text~B 12`, `without~image`, `repair~open.done`, `property~4~~~yes`.
import { differenceClasses } from "../column/difference.ts";
import type { Filter } from "../column/filter.ts";
import { repairStates } from "../finding/finding-status.ts";
import { componentTypeIds } from "../component/component.ts";
import { MAX_INTEGER } from "../id.ts";
import { isLine } from "../text.ts";

/** The most characters of a text, and the most values, as in `filterShape`. */
const limits = { name: 200, classes: 64 } as const;

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
    case "known":
      return `${filter.present ? "with" : "without"}~${filter.of}`;
    case "repair":
      return `repair~${filter.values.join(".")}`;
    case "property": {
      const ends = `${filter.min ?? ""}~${filter.max ?? ""}`;
      const values = filter.values.map(wordOf).join(".");
      return `property~${filter.property_id}~${ends}~${values}~${filter.text ?? ""}`;
    }
  }
}

function numberIn(text: string | undefined): number {
  return text !== undefined && /^-?\d/.test(text) ? Number(text) : NaN;
}

function openNumberIn(text: string | undefined): number | null {
  return text === "" ? null : numberIn(text);
}

/** Of a list whose words stand between dots, in an address whose parts stand between tildes. */
const wordOf = (text: string) =>
  encodeURIComponent(text).replaceAll(".", "%2E").replaceAll("~", "%7E");

/** Empty where it is no encoded text, which no value is. */
function textIn(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return "";
  }
}

const isId = (id: number) => Number.isInteger(id) && id > 0 && id <= MAX_INTEGER;
const isClass = (value: number) => Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER;
const isEnd = (value: number | null) => value === null || Number.isFinite(value);
const isName = (text: string) => isLine(text) && text.length <= limits.name;
/** Addresses that were shared before these two were renamed. */
const oldNames: Readonly<Record<string, string>> = { new: "only_newer", gone: "only_older" };
const differenceIn = (text: string) =>
  differenceClasses.find((one) => one === (oldNames[text] ?? text));

/** Parses a filter; null if the text is none. It accepts what `filterShape` does, without its large library. */
export function filterFromText(text: string): Filter | null {
  const [kind, ...parts] = text.split("~");
  const [first, second, third] = parts;
  const key_figure_id = numberIn(first);
  switch (kind) {
    case "range": {
      const [min, max] = [openNumberIn(second), openNumberIn(third)];
      const isFilter = isId(key_figure_id) && isEnd(min) && isEnd(max);
      return isFilter ? { kind, key_figure_id, min, max } : null;
    }
    case "classes":
    case "severity": {
      const values = second === "" ? [] : (second ?? "x").split(".").map(numberIn);
      const isFilter = isId(key_figure_id) && values.length <= limits.classes;
      const by = kind === "severity" ? "severity" : "class";
      return isFilter && values.every(isClass)
        ? { kind: "classes", key_figure_id, values, by }
        : null;
    }
    case "present":
    case "missing":
      return isId(key_figure_id)
        ? { kind: "present", key_figure_id, present: kind === "present" }
        : null;
    case "change": {
      const analysis_id = numberIn(second);
      const words = third === "" ? [] : (third ?? "x").split(".");
      const values = words.flatMap((word) => differenceIn(word) ?? []);
      const isFilter = isId(key_figure_id) && isId(analysis_id) && values.length === words.length;
      return isFilter && values.length <= differenceClasses.length
        ? { kind, key_figure_id, analysis_id, values }
        : null;
    }
    case "text": {
      const part = parts.join("~");
      return part !== "" && isName(part) ? { kind, text: part } : null;
    }
    case "within": {
      const component_type = componentTypeIds.find((type) => type === first);
      const dt_id = parts.slice(1).join("~");
      return component_type && isName(dt_id) ? { kind, component_type, dt_id } : null;
    }
    case "with":
    case "without": {
      const of = (["image", "observation"] as const).find((one) => one === first);
      return of ? { kind: "known", of, present: kind === "with" } : null;
    }
    case "repair": {
      const words = first === undefined || first === "" ? [] : first.split(".");
      const values = words.flatMap((word) => repairStates.find((one) => one === word) ?? []);
      const isFilter = values.length > 0 && values.length === words.length;
      return isFilter && values.length <= repairStates.length ? { kind, values } : null;
    }
    case "property": {
      const [min, max] = [openNumberIn(second), openNumberIn(third)];
      const [words = "", ...rest] = parts.slice(3);
      const values = words === "" ? [] : words.split(".").map(textIn);
      const text = rest.join("~");
      const isFilter = isId(key_figure_id) && isEnd(min) && isEnd(max) && isName(text);
      return isFilter &&
        values.length <= limits.classes &&
        values.every((one) => one !== "" && isName(one))
        ? { kind, property_id: key_figure_id, values, min, max, text: text === "" ? null : text }
        : null;
    }
    default:
      return null;
  }
}
