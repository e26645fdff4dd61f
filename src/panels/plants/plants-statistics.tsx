// The statistics view: totals, worst plants, and plants with the oldest analysis.
import { useState } from "react";
import { Link } from "wouter";
import { technologies } from "../../domain/component/component.ts";
import { daysSince } from "../../domain/elapsed.ts";
import { plantCondition, plantConditions } from "../../domain/plant/plant-condition.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import { lossShare, nextStep, plantSteps } from "../../domain/plant/portfolio.ts";
import { conditionWords } from "../../state/plant/column/condition-words.ts";
import { energyWithRange } from "../../state/plant/analysis/energy-words.ts";
import {
  safetyNumber,
  lostShareWords,
  totalWords,
} from "../../state/plant/column/portfolio-words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Bars } from "../../ui/chart/bars.tsx";
import css from "./plants.module.css";

const LISTED = 12;

type Shown = { readonly plants: readonly PlantStatus[] };

export function PlantsStatistics({ plants }: Shown) {
  const capacity = plants.reduce((sum, { nominal_capacity }) => sum + nominal_capacity, 0);
  const components = plants.reduce((sum, { component_count }) => sum + component_count, 0);
  const total = totalWords(plants);
  return (
    <div className={css.statistics}>
      <dl className={css.figures}>
        <Figure title={t("plants:figure.plants")} value={formatNumber(plants.length)} />
        <Figure title={t("plants:figure.capacity")} value={`${formatNumber(capacity, 0)} MW`} />
        <Figure title={t("plants:figure.components")} value={formatNumber(components)} />
        <Figure title={t("plants:figure.lost_energy")} value={total.energy} />
        <Figure title={t("plants:figure.lost_money")} value={total.money} />
        <Figure title={t("plants:figure.safety")} value={total.safety} />
      </dl>
      <div className={css.charts}>
        <Capacity plants={plants} />
        <Energy plants={plants} />
        <LostShare plants={plants} />
        <Safety plants={plants} />
        <Conditions plants={plants} />
        <NextSteps plants={plants} />
        <Waiting plants={plants} />
      </div>
    </div>
  );
}

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <div className={css.figure}>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Capacity({ plants }: { plants: readonly PlantStatus[] }) {
  const rows = technologies.map((technology) => {
    const sum = plants
      .filter((plant) => plant.technology === technology)
      .reduce((total, { nominal_capacity }) => total + nominal_capacity, 0);
    return {
      id: technology,
      label: t(`plants:technology.${technology}`),
      value: sum,
      text: `${formatNumber(sum, 0)} MW`,
    };
  });
  return <Bars title={t("plants:chart.capacity")} rows={rows} empty={t("plants:chart.empty")} />;
}

function Energy({ plants }: { plants: readonly PlantStatus[] }) {
  const rows = plants
    .flatMap((plant) => (plant.lost_energy === null ? [] : [{ plant, lost: plant.lost_energy }]))
    .toSorted((a, b) => b.lost.mwh - a.lost.mwh)
    .slice(0, LISTED)
    .map(({ plant, lost }) => ({
      id: String(plant.id),
      label: <Link href={`/plant/${plant.id}`}>{plant.name}</Link>,
      note: conditionWords(plant),
      value: lost.mwh,
      text: energyWithRange(lost),
      tone: "danger" as const,
    }));
  const words = { rows, empty: t("plants:chart.empty"), note: t("plants:ranked") };
  return <Bars title={t("plants:chart.lost_energy")} {...words} />;
}

function LostShare({ plants }: Shown) {
  const rows = plants
    .flatMap((plant) => {
      const lost = lossShare(plant);
      return lost === null ? [] : [{ plant, lost }];
    })
    .toSorted((a, b) => b.lost.share - a.lost.share)
    .slice(0, LISTED)
    .map(({ plant, lost }) => ({
      id: String(plant.id),
      label: <Link href={`/plant/${plant.id}`}>{plant.name}</Link>,
      value: lost.share,
      text: lostShareWords(plant),
      tone: "danger" as const,
    }));
  const words = { rows, empty: t("plants:chart.empty"), note: t("plants:expected") };
  return <Bars title={t("plants:chart.lost_share")} {...words} />;
}

function Safety({ plants }: Shown) {
  const rows = plants
    .flatMap(({ safety, ...plant }) => (safety === null ? [] : [{ plant, safety }]))
    .toSorted((a, b) => b.safety.count - a.safety.count)
    .slice(0, LISTED)
    .map(({ plant, safety }) => ({
      id: String(plant.id),
      label: <Link href={`/plant/${plant.id}`}>{plant.name}</Link>,
      value: safety.count,
      text: safetyNumber(safety),
      tone: "danger" as const,
    }));
  return <Bars title={t("plants:chart.safety")} rows={rows} empty={t("plants:chart.empty")} />;
}

/** How many plants are in each condition, the worst first: together all of them. */
function Conditions({ plants }: Shown) {
  const counts = Map.groupBy(plants, plantCondition);
  const rows = plantConditions.flatMap((condition) => {
    const count = counts.get(condition)?.length ?? 0;
    const row = { id: condition, label: t(`plants:condition.${condition}`), value: count };
    return count === 0 ? [] : [{ ...row, text: formatNumber(count) }];
  });
  return <Bars title={t("plants:chart.condition")} rows={rows} empty={t("plants:chart.empty")} />;
}

/** How many plants wait for each step, the most urgent first. */
function NextSteps({ plants }: Shown) {
  const [now] = useState(Date.now);
  const counts = Map.groupBy(plants, (plant) => nextStep(plant, now));
  const rows = plantSteps.flatMap((step) => {
    const count = counts.get(step)?.length ?? 0;
    const row = { id: step, label: t(`plants:step.${step}`), value: count };
    return count === 0 ? [] : [{ ...row, text: formatNumber(count) }];
  });
  return <Bars title={t("plants:chart.next_step")} rows={rows} empty={t("plants:chart.empty")} />;
}

function Waiting({ plants }: { plants: readonly PlantStatus[] }) {
  const [now] = useState(Date.now);
  const rows = plants
    .flatMap((plant) =>
      plant.last_survey_at === null ? [] : [{ plant, days: daysSince(plant.last_survey_at, now) }],
    )
    .toSorted((a, b) => b.days - a.days)
    .slice(0, LISTED)
    .map(({ plant, days }) => ({
      id: String(plant.id),
      label: <Link href={`/plant/${plant.id}`}>{plant.name}</Link>,
      value: days,
      text: t("plants:days", { count: days }),
    }));
  const never = plants.filter(({ last_survey_at }) => last_survey_at === null).length;
  return (
    <Bars
      title={t("plants:chart.waiting")}
      rows={rows}
      empty={t("plants:chart.empty")}
      note={never > 0 ? t("plants:never_surveyed_count", { count: never }) : undefined}
    />
  );
}
