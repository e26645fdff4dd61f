// The meters of the demo: a PV plant with one a day for each tracker group, a trough field with one a month for all of it.
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { tablePlaces } from "../photovoltaic/photovoltaic-layout.ts";
import type { LastMonth } from "../../domain/meter/meter.ts";
import { photovoltaicShape } from "../photovoltaic/photovoltaic-plant.ts";
import { numbered } from "../draft-writer.ts";
import { gaussian, hashed } from "../random.ts";
import { llanoGrandeParameters } from "../record/plant-plan.ts";
import { newestAnalysis, plantNamed, type DemoCall, type DemoWork } from "./demo-call.ts";

const TRACKED_PLANT = "Llano Grande";
const TROUGH_PLANT = "Valdesol";
const ZONE = "Europe/Madrid";
const DAY_MS = 86_400_000;
/** More than a year, so that a whole one is there before each survey. */
const DAYS = 430;
const MONTHS = 26;
/** Hours at full power of a clear day in the mean of the year, and how much summer and winter differ from it. */
const MEAN_HOURS = 5.6;
const SEASON = 0.42;
const SUMMER_DAY = 172;

/** Of group 6, an inverter stood still; group 3 delivers less than its modules explain; group 9 was not read for a while. */
const STOOD = { group: 5, from: 160, days: 11 };
const WEAK = { group: 2, share: 0.035 };
const UNREAD = { group: 8, from: 60, days: 19 };

/**
 * Daily energy of tracker groups as a table, one row a day: `time`, then a column of kWh for each group.
 * @param last the first moment (UTC) of the day after the last one
 * @param groups name, kW, and the share of power that is lost (0 to 1)
 */
export function groupTable(
  last: number,
  groups: readonly { readonly name: string; readonly kw: number; readonly lost: number }[],
): string {
  const lines = [["time", ...groups.map(({ name }) => `${name} (kWh)`)].join(",")];
  for (let ago = DAYS; ago > 0; ago--) {
    const time = last - ago * DAY_MS;
    const hours = sunHours(time);
    const cells = groups.map(({ kw, lost }, at) => {
      if (at === UNREAD.group && within(ago, UNREAD)) return "";
      if (at === STOOD.group && within(ago, STOOD)) return "0";
      const own = 1 - lost - (at === WEAK.group ? WEAK.share : 0);
      return (kw * hours * own * (1 + 0.004 * gaussian(5, at, ago))).toFixed(1);
    });
    lines.push([new Date(time).toISOString().slice(0, 10), ...cells].join(","));
  }
  return lines.join("\n");
}

const within = (ago: number, { from, days }: { from: number; days: number }) =>
  ago <= from && ago > from - days;

/** Hours at full power of the day: the season, and clouds that last for some days. */
function sunHours(time: number): number {
  const day = Math.floor(time / DAY_MS);
  const clouds = 0.6 * hashed(11, Math.floor(day / 3)) + 0.4 * hashed(12, day);
  return MEAN_HOURS * season(time) * (1.18 - 0.75 * clouds ** 2);
}

function season(time: number): number {
  const day = (time - Date.UTC(new Date(time).getUTCFullYear(), 0, 1)) / DAY_MS;
  return 1 + SEASON * Math.cos((2 * Math.PI * (day - SUMMER_DAY)) / 365);
}

/** Energy of a whole plant as a table, one row a month; the last whole one comes last. */
export function monthTable(now: Date, name: string, mwhOfMonth: number): string {
  const lines = [`date,${name} (MWh)`];
  for (let ago = MONTHS; ago > 0; ago--) {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
    const own = season(month.getTime() + 15 * DAY_MS) * (1 + 0.03 * gaussian(13, ago));
    lines.push(`${month.toISOString().slice(0, 10)},${(mwhOfMonth * own).toFixed(1)}`);
  }
  return lines.join("\n");
}

export const meterWork: DemoWork = {
  name: "metered_energy",
  async run({ call, now }) {
    const tracked = await plantNamed(call, TRACKED_PLANT);
    const { id } = await newestAnalysis(call, tracked.id);
    const last = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
    const table = groupTable(last, await groupsOf(call, id, tracked.nominal_capacity * 1000));
    await send(call, tracked.id, table);
    const trough = await plantNamed(call, TROUGH_PLANT);
    const name = "Revenue meter";
    // A plant of 50 MW without a store for heat delivers about 100 GWh a year.
    await send(call, trough.id, monthTable(now(), name, trough.nominal_capacity * 163), {
      last_month: "whole",
    });
    const survey = await newestAnalysis(call, trough.id);
    const { meters } = await call<{ meters: { id: number; name: string }[] }>(
      "GET",
      `/auth/analysis/${survey.id}/metered-energy?period=last_year`,
    );
    for (const one of meters.filter((meter) => meter.name === name)) {
      const whole = { dt_id: null, is_plant: true };
      await call("POST", `/auth/plant/${trough.id}/meter/${one.id}`, whole);
    }
  },
};

/** The groups with their share of the capacity, by their tables, and what the survey says that they lose. */
async function groupsOf(call: DemoCall, analysis_id: number, kw: number) {
  const figure = keyFigureByKey("group_power_loss")!;
  type Values = { readonly rows: readonly { dt_id: string; value: number | null }[] };
  const path = `/auth/analysis-result/${analysis_id}/${figure.id}?limit=200`;
  const { rows } = await call<Values>("GET", path);
  const lost = new Map(rows.map(({ dt_id, value }) => [dt_id, (value ?? 0) / 100]));
  const shape = photovoltaicShape(llanoGrandeParameters);
  const tables = Math.ceil(shape.modules / (shape.modulesAcross * shape.modulesAlong));
  const blocks = tablePlaces(shape, tables);
  const digits = Math.max(2, String(blocks.length).length);
  return blocks.map((block, at) => {
    const name = `B${numbered(at + 1, digits)}`;
    return { name, kw: (kw * block.tables.length) / tables, lost: lost.get(name) ?? 0 };
  });
}

async function send(
  call: DemoCall,
  plant_id: number,
  text: string,
  other: { readonly last_month?: LastMonth } = {},
): Promise<void> {
  const form = new FormData();
  const given = { values: "energy", stamp: "begin", time_zone: ZONE, decimal: ".", ...other };
  for (const [name, value] of Object.entries(given)) form.append(name, value);
  form.append("file", new Blob([text], { type: "text/csv" }), "energy.csv");
  await call("POST", `/auth/plant/${plant_id}/metered-energy/import?apply=yes`, form);
}
