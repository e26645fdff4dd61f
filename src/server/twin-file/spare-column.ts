// Properties of a file that have no meaning here. One of them can say who the components are.
import { plainName } from "../../domain/twin/twin-file-name.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { limits } from "../../domain/limits.ts";

/** What became of a property without a meaning: the components' own name, or nothing. */
export type SpareColumn = {
  readonly component_type: ComponentType;
  readonly column: string;
  readonly used_as: "name" | null;
};

type Column = {
  /** By component; null if the values identify none: one is missing, a measured value, or there twice. */
  values: string[] | null;
  readonly seen: Set<string>;
};

export type SpareColumns = {
  /** The next component. `names` are its properties without a meaning. */
  add(
    file: number,
    names: readonly string[],
    properties: Readonly<Record<string, unknown>>,
    hasName: boolean,
  ): void;
  /** All columns, and the names of the components if one column has them. */
  finish(): {
    readonly columns: readonly Omit<SpareColumn, "component_type">[];
    readonly names: readonly string[] | null;
  };
};

/** Columns of more than a file's usual number are not listed. */
const MAX_COLUMNS = 100;
/** Numbers of rows. GIS software starts again in each export. */
const rowNumbers = /^(fid|objectid|ogcfid|gid|rowid|index|nr|no|num|number|order|row|featureid)$/;
const idWord = /id$|^id|code|codigo|serial|uuid|guid|ref$|key$/;

/** The value as a name; null if it is none. */
function nameOf(value: unknown): string | null {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== "string") return null;
  const text = value.trim();
  const isName = text !== "" && text.length <= limits.componentNameLength;
  return isName && !/[\p{Cc}\p{Cs}\ufffe\uffff]|^[-+]?\d*[.,]\d+$/u.test(text) ? text : null;
}

/** Collects the columns of one component type. Values are kept only while they may be names. */
export function spareColumns(): SpareColumns {
  const columns = new Map<string, Column>();
  let count = 0;
  let isNameless = true;
  return {
    add(file, names, properties, hasName) {
      if (hasName && isNameless) {
        isNameless = false;
        for (const column of columns.values()) column.values = null;
      }
      for (const name of names) {
        let column = columns.get(name);
        if (column === undefined) {
          if (columns.size === MAX_COLUMNS) continue;
          const mayBeName = isNameless && count === 0 && !rowNumbers.test(plainName(name));
          column = { values: mayBeName ? [] : null, seen: new Set() };
          columns.set(name, column);
        }
        if (column.values === null) continue;
        const text = column.values.length === count ? nameOf(properties[name]) : null;
        // Each file may begin its numbers again, as each part of the plant does.
        const key = `${file} ${text}`;
        if (text === null || column.seen.has(key)) {
          column.values = null;
          column.seen.clear();
        } else {
          column.seen.add(key);
          column.values.push(text);
        }
      }
      count += 1;
    },
    finish() {
      const whole = [...columns].filter(([, { values }]) => values?.length === count);
      const isId = ([name]: [string, Column]) => idWord.test(plainName(name));
      const isText = ([, { values }]: [string, Column]) =>
        values!.some((one) => !/^\d+$/.test(one));
      // A number without a word for an identity may be anything.
      const chosen = whole.find(isId) ?? whole.find(isText);
      return {
        columns: Array.from(columns.keys(), (column) => ({
          column,
          used_as: column === chosen?.[0] ? ("name" as const) : null,
        })),
        names: chosen?.[1].values ?? null,
      };
    },
  };
}
