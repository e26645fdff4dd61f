// The head of a table of metered energy: which column is the time, which names the meter, which have values.
import type { Problem } from "../error.ts";
import type { Heads } from "../table/table.ts";
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
];
const meterNames = ["meter", "medidor", "inverter", "inversor", "loop", "device"];
/** What the head of such a table begins with. */
export const meterHeads: Heads = ["time", "timestamp", "date", "datetime", "fecha", "data"].map(
  (name) => [name],
);

type Column = { readonly name: string; readonly unit: MeterUnit | null };

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** A head such as "INV 3 (kWh)" or "inv3_kwh": the name, and the unit where it ends with one. */
export function meterColumn(head: string): Column {
  const text = head.trim();
  for (const unit of meterUnitNames) {
    const ending = new RegExp(
      String.raw`^(.*?)[\s_]*(?:[([]\s*${unit}\s*[)\]]|[\s_]${unit})$`,
      "i",
    );
    const name = ending.exec(text)?.[1]?.trim();
    if (name) return { name, unit };
  }
  return { name: text, unit: null };
}

/** The zone that a head of the times names, such as "Time (UTC)". */
const isUtcHead = (head: string) => /\b(?:utc|gmt)\b/i.test(head);

export type Layout = {
  readonly time: number;
  /** The column with the name of the meter; null where each column is one. */
  readonly meter: number | null;
  readonly columns: readonly {
    readonly at: number;
    readonly name: string;
    readonly factor: number;
  }[];
  readonly zone: string | undefined;
};

/** Null where it is none; what is wrong goes to `problems`. */
export function layoutOf(
  head: readonly string[],
  line: number,
  { unit, values, given_zone }: HeadFacts,
  problems: Problem[],
): Layout | null {
  const time = head.findIndex((name) => timeNames.includes(plain(name.replace(/[([].*$/, ""))));
  if (time < 0) {
    const found = head.slice(0, 8).join(", ").slice(0, 80);
    problems.push({
      reason: head.length === 0 ? "file_empty" : "meter_time_missing",
      line,
      values: { found },
    });
    return null;
  }
  const meter = head.findIndex((name, at) => at !== time && meterNames.includes(plain(name)));
  const columns = head.flatMap((name, at) => {
    if (at === time || at === meter || name === "") return [];
    const column = meterColumn(name);
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
    return [{ at, name: column.name, factor: used === undefined ? 1 : meterUnits[used] }];
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
  const zone = isUtcHead(head[time]!) ? "UTC" : given_zone;
  return { time, meter: meter < 0 ? null : meter, columns, zone };
}

type HeadFacts = {
  /** Of columns whose head names none. */
  readonly unit?: MeterUnit | undefined;
  readonly values: MeterValueKind;
  readonly given_zone: string | undefined;
};
