// Metered energy: read beside the losses of an analysis, imported, and assigned to components.
import type { meteredEnergyApi } from "../../../api/plant/metered-energy.ts";
import { failure, type Problem } from "../../../domain/error.ts";
import { daysBetween } from "../../../domain/meter/meter-period.ts";
import type { ReadMeter } from "../../../domain/meter/read-meter.ts";
import type { MeterImport } from "../../../domain/meter/meter.ts";
import { plantTimeZone } from "../../../domain/plant/plant-zone.ts";
import type { Handlers } from "../../implement.ts";
import { typeOfComponent } from "../../result/reference-measurement.ts";
import { readMeteredEnergy } from "../../result/metered-energy.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { deleteMeter, updateMeter } from "../../store/plant/meter/meter.ts";
import { planDays, storeMeteredDays, type DayPlan } from "../../store/plant/meter/metered-day.ts";
import { receiveMeterFile } from "../../upload/meter-upload.ts";

export const meteredEnergyHandlers: Handlers<typeof meteredEnergyApi> = {
  read: (context, { analysis, plant, query: { period } }) =>
    readMeteredEnergy(context, { analysis, plant, period }),

  async importFile(context, { plant, query: { apply }, parts }) {
    const time_zone = plantTimeZone(plant);
    const { nominal_capacity } = plant;
    const now = context.now().getTime();
    const facts = { plant_zone: time_zone, nominal_capacity, now };
    return receiveMeterFile(context, parts, facts, async (table, answers) => {
      const { last_month } = table;
      if (apply === "yes" && last_month !== null && answers.last_month === undefined) {
        const values = { month: last_month };
        throw failure("BAD_REQUEST", { reason: "meter_last_month", field: "last_month", values });
      }
      const answer = async (plans: ReadonlyMap<string, DayPlan>): Promise<MeterImport> => {
        const meters = table.meters.map((one) =>
          summaryOf(one, plans.get(one.name)?.replaced_days ?? 0),
        );
        return {
          is_stored: apply === "yes",
          interval_minutes: table.interval_minutes,
          time_zone,
          last_month,
          from: meters.map(({ from }) => from).toSorted()[0]!,
          to: meters
            .map(({ to }) => to)
            .toSorted()
            .at(-1)!,
          meters: meters.map(({ from: _from, to: _to, ...one }) => one),
          notes: [...table.notes, ...edgeNotes(plans)],
        };
      };
      if (apply === "no") return answer(await planDays(context.db, plant.id, table.meters));
      return changeWithAudit(
        context,
        async (db) => {
          const plans = await planDays(db, plant.id, table.meters);
          for (const one of table.meters) {
            await storeMeteredDays(db, plant.id, one, plans.get(one.name)!);
          }
          return answer(plans);
        },
        ({ from, to, meters }) => ({
          action: "import_metered_energy",
          detail: {
            plant_id: plant.id,
            start_date: from,
            end_date: dayBefore(to),
            meters: meters.length,
          },
        }),
      );
    });
  },

  async update(context, { plant, params: { meter_id }, body }) {
    if (body.dt_id !== null) await typeOfComponent(context, plant.id, body.dt_id);
    await changeWithAudit(
      context,
      async (db) => {
        if (!(await updateMeter(db, plant.id, meter_id, body))) throw failure("RESOURCE_NOT_FOUND");
      },
      () => ({ action: "update_meter", detail: { plant_id: plant.id, id: meter_id, ...body } }),
    );
    return { done: true };
  },

  async remove(context, { plant, params: { meter_id } }) {
    await changeWithAudit(
      context,
      async (db) => {
        if (!(await deleteMeter(db, plant.id, meter_id))) throw failure("RESOURCE_NOT_FOUND");
      },
      () => ({ action: "delete_meter", detail: { plant_id: plant.id, id: meter_id } }),
    );
    return { done: true };
  },
};

const DAY_MS = 86_400_000;

/** One note for the same days of several meters. */
function edgeNotes(plans: ReadonlyMap<string, DayPlan>): Problem[] {
  const meters = new Map<string, number>();
  for (const { left_out } of plans.values()) {
    for (const day of left_out) meters.set(day, (meters.get(day) ?? 0) + 1);
  }
  return [...meters]
    .slice(0, MOST_NOTES)
    .map(([day, count]) => ({ reason: "meter_day_kept", values: { day, count } }));
}

const MOST_NOTES = 20;

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

function summaryOf({ name, day, days, kwh, covered }: ReadMeter, replaced_days: number) {
  const from = day[0]!;
  const end = Date.parse(day.at(-1)!) + days.at(-1)! * DAY_MS;
  const to = new Date(end).toISOString().slice(0, 10);
  const whole = daysBetween({ from, to });
  return {
    from,
    to,
    name,
    mwh: kwh.reduce((sum, one) => sum + one, 0) / 1000,
    days: whole,
    coverage: covered.reduce((sum, one, at) => sum + one * days[at]!, 0) / Math.max(1, whole),
    replaced_days,
  };
}
