// Metered energy of a plant beside the losses that an analysis calculates.
import { comparedMeters, isComparable, plantEnergy } from "../../domain/meter/meter-comparison.ts";
import { daysBetween, periodOf } from "../../domain/meter/meter-period.ts";
import { WHOLE_DAY, type MeterComparison, type MeterPeriod } from "../../domain/meter/meter.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { knownShare } from "../../domain/loss/beside-sum.ts";
import { expectedEnergy } from "../../domain/plant/portfolio.ts";
import { settingsWith } from "../../domain/loss/loss-settings.ts";
import type { PoweredPlant } from "../../domain/loss/module-power.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { plantDate } from "../../domain/plant/plant-time.ts";
import { plantTimeZone } from "../../domain/plant/plant-zone.ts";
import type { Context } from "../context.ts";
import { readLossSettings } from "../store/plant/analysis/loss-settings.ts";
import { commonSums, meterSums, readMeters, type MeterRow } from "../store/plant/meter/meter.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readAnalysisLoss } from "./loss.ts";

type Of = {
  readonly analysis: Pick<Analysis, "id" | "key_figure_ids" | "flown_at">;
  readonly plant: PoweredPlant & Pick<Plant, "id" | "technology" | "lon" | "lat">;
  readonly period: MeterPeriod;
};

export async function readMeteredEnergy(context: Context, of: Of): Promise<MeterComparison> {
  const { analysis, plant, period } = of;
  const { db } = context;
  const time_zone = plantTimeZone(plant);
  const today = plantDate(time_zone, context.now().toISOString());
  const rows = await readMeters(db, plant.id, today);
  const from = rows.flatMap((one) => one.from ?? []).toSorted()[0];
  const to = rows
    .flatMap((one) => one.to ?? [])
    .toSorted()
    .at(-1);
  const survey = plantDate(time_zone, analysis.flown_at);
  const days = from && to ? periodOf(period, { from, to }, survey) : null;
  const empty = {
    period,
    from: null,
    to: null,
    time_zone,
    meters: [],
    common_days: 0,
    plant: null,
  };
  if (!days) return empty;
  const sums = await meterSums(db, plant.id, days);
  const length = daysBetween(days);
  const loss = await lossOf(context, of, rows);
  const settings = loss?.settings ?? settingsWith(await readLossSettings(db, plant.id));
  const expected_mwh = expectedEnergy(plant, settings);
  const meters = rows.map((row, at) => {
    const found = row.is_plant ? null : (loss?.parts[at] ?? null);
    const sum = sums.get(row.id);
    const lost = (loss?.isKnown && found?.calculated) || null;
    return {
      id: row.id,
      name: row.name,
      is_plant: row.is_plant,
      is_assigned: row.is_plant || row.dt_id !== null,
      dt_id: found?.dt_id ?? null,
      component_type: found?.component_type ?? null,
      component_name: found?.name ?? null,
      from: row.from,
      to: row.to,
      mwh: (sum?.kwh ?? 0) / 1000,
      coverage: length > 0 ? Math.min(1, (sum?.days ?? 0) / length) : 0,
      capacity_share: row.is_plant ? 1 : (found?.capacity_share ?? null),
      calculated: lost && {
        mwh: lost.mwh,
        uncertainty: lost.uncertainty,
        most_mwh: lost.most?.mwh ?? null,
        known_share: lost.known_share,
      },
    };
  });
  const common = new Map<number, number>();
  let common_days = 0;
  for (const type of new Set(meters.map(({ component_type }) => component_type))) {
    const ids = meters
      .filter((one) => one.component_type === type && isComparable(one))
      .map(({ id }) => id);
    const found = await commonSums(db, ids, { ...days, whole: WHOLE_DAY });
    for (const [id, kwh] of found.kwh) common.set(id, kwh);
    common_days = Math.max(common_days, found.days);
  }
  const facts = meters.map((one) => ({ ...one, common_kwh: common.get(one.id) ?? null }));
  const compared = comparedMeters(facts, plant.nominal_capacity * 1000, expected_mwh);
  const total = loss?.isKnown ? loss.split.total : null;
  return {
    period,
    ...days,
    time_zone,
    meters: meters.map((one) => ({ ...one, ...compared.get(one.id)! })),
    common_days,
    plant: plantEnergy(meters, {
      days: length,
      expected_mwh,
      calculated: total && {
        mwh: total.mwh,
        uncertainty: total.uncertainty.mwh,
        most_mwh: total.most?.mwh ?? null,
        known_share: knownShare(total.left_out),
      },
    }),
  };
}

/** Null without a digital twin. */
async function lossOf(context: Context, { analysis, plant }: Of, rows: readonly MeterRow[]) {
  if ((await readTwin(context.db, plant.id)) === null) return null;
  const parts = rows.map(({ name, dt_id }) => ({ name, dt_id }));
  return readAnalysisLoss(context, { analysis, plant, budget: null, parts });
}
