// The head of a table of metered energy: which column is the time, which names the meter, which have values.
import type { Problem } from "../error.ts";
import { cellText, type HeadRule } from "../table/table.ts";
import { dayAndClock, headZone } from "../table/time-order.ts";
import { isOtherColumn } from "./meter-other.ts";
import {
  isPowerUnit,
  meterUnitNames,
  meterUnits,
  type MeterUnit,
  type MeterValueKind,
} from "./meter.ts";

const timeNames = [
  "time",
  "timestamp",
  "date",
  "datetime",
  "fecha",
  "fechahora",
  "data",
  "datahora",
  "zeit",
  "zeitstempel",
  "datum",
  "hora",
  "month",
  "mes",
];
const meterNames = ["meter", "medidor", "inverter", "inversor", "loop", "device"];
/** Whether a column with this head has the times. */
export const isTimeHead = (head: string) =>
  timeNames.includes(plain(head.replace(/[([].*$/, "")).replaceAll("/", ""));
/** Dates and numbers stand in rows. */
const isOfRow = (text: string) => /^[-+]?\d+(?:[.,/:-]\d|$)/.test(text);

/** Tells the head of such a table: a time, and columns beside it. */
export const meterHeads: HeadRule = (cells) => {
  const texts = cells.map(cellText).filter((text) => text !== "");
  return (
    texts.length > 1 &&
    texts.some(isTimeHead) &&
    !texts.every((text) => isTimeHead(text) || isOfRow(text))
  );
};

type Column = { readonly name: string; readonly unit: MeterUnit | null };

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** A head such as "INV 3 (kWh)" or "inv3_kwh": the name, and the unit where it ends with one. */
export function meterColumn(head: string): Column {
  const text = head.trim();
  for (const unit of meterUnitNames) {
    const inside = new RegExp(String.raw`\s*[([]\s*${unit}\s*[)\]]\s*(?=\S)`, "i");
    if (inside.test(text)) return { name: text.replace(inside, " ").trim(), unit };
    const ending = new RegExp(
      String.raw`^(.*?)[\s_]*(?:[([]\s*${unit}\s*[)\]]|[\s_]${unit})$`,
      "i",
    );
    const name = ending
      .exec(text)?.[1]
      ?.replace(/[\s,;:.-]+$/, "")
      .trim();
    if (name) return { name, unit };
  }
  return { name: text, unit: null };
}

export type Layout = {
  /** Columns whose texts together are the time. */
  readonly time: readonly number[];
  /** The column with the name of the meter; null where each column is one. */
  readonly meter: number | null;
  readonly columns: readonly {
    readonly at: number;
    readonly name: string;
    readonly factor: number;
    readonly unit: MeterUnit | undefined;
  }[];
  readonly zone: string | undefined;
  /** Columns that are no meter. */
  readonly others: readonly string[];
};

/** Null where it is none; what is wrong goes to `problems`. */
export function layoutOf(
  head: readonly string[],
  line: number,
  { unit, values, given_zone }: HeadFacts,
  problems: Problem[],
): Layout | null {
  const isNarrow = head.filter((name) => name !== "").length < 3;
  // "time, data (kWh)" has its values in the second one.
  const plainHeads = head.map((name) =>
    isNarrow || meterColumn(name).unit !== null ? "" : plain(name.replace(/[([].*$/, "")),
  );
  const first = head.findIndex(isTimeHead);
  // Beside a whole time, columns of the day and the hour repeat it.
  const isWhole = /stamp|datetime|datahora|fechahora|zeitstempel/.test(
    plain(head[first] ?? "").replaceAll("/", ""),
  );
  const together = isWhole ? null : dayAndClock(plainHeads);
  const time = together ? [together.day, together.clock] : [first];
  if (first < 0) {
    const found = head.slice(0, 8).join(", ").slice(0, 80);
    problems.push({
      reason: head.length === 0 ? "file_empty" : "meter_time_missing",
      line,
      values: { found },
    });
    return null;
  }
  const meter = head.findIndex(
    (name, at) => !time.includes(at) && meterNames.includes(plain(name)),
  );
  const others: string[] = [];
  const columns = head.flatMap((name, at) => {
    if (time.includes(at) || at === meter || name === "") return [];
    const column = meterColumn(name);
    if (column.unit === null && isOtherColumn(name)) {
      others.push(name);
      return [];
    }
    const used = column.unit ?? unit;
    if (used === undefined) problems.push({ reason: "meter_unit", line, field: name.slice(0, 80) });
    else if (isPowerUnit(used) !== (values === "power")) {
      problems.push({
        reason: "meter_unit_kind",
        line,
        field: name.slice(0, 80),
        values: { unit: used },
      });
    }
    const factor = used === undefined ? 1 : meterUnits[used];
    return [{ at, name: column.name, factor, unit: used }];
  });
  if (columns.length === 0) problems.push({ reason: "meter_value_missing", line });
  if (meter >= 0 && columns.length > 1) {
    const found = columns
      .map(({ name }) => name)
      .join(", ")
      .slice(0, 80);
    problems.push({ reason: "meter_two_values", line, values: { found } });
  }
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined)
    problems.push({ reason: "meter_twice", line, values: { name: twice.slice(0, 80) } });
  const zone = time.map((at) => headZone(head[at]!)).find(Boolean) ?? given_zone;
  return { time, meter: meter < 0 ? null : meter, columns, zone, others };
}

type HeadFacts = {
  /** Of columns whose head names none. */
  readonly unit?: MeterUnit | undefined;
  readonly values: MeterValueKind;
  readonly given_zone: string | undefined;
};
