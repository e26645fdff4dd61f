// What to repair first: the repairs that bring the most for a budget of crew hours and spare parts.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Download, MapPin, Wrench } from "lucide-react";
import { componentTypeIds } from "../../domain/component/component.ts";
import type { Price } from "../../domain/loss/loss-settings.ts";
import { isBetterThanExpected } from "../../domain/loss/recovery.ts";
import { repairOrders, type RepairPlan } from "../../domain/loss/repair.ts";
import { reasonOf } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { assumedPriceAtom } from "../../state/plant/analysis/headline.ts";
import { costWords, energyWithRange, worthWords } from "../../state/plant/analysis/energy-words.ts";
import { analysesAtom } from "../../state/plant/analysis/analysis.ts";
import { exportRefusalAtom } from "../../state/plant/analysis/export.ts";
import { lossAtom, statedLossAtom } from "../../state/plant/analysis/loss.ts";
import {
  budgetAtom,
  isRepairOf,
  repairFileRefusalAtom,
  repairPlanAtom,
  saveRepairs,
  selectRepairs,
} from "../../state/plant/analysis/repair.ts";
import { modulePowerWords } from "../../state/plant/analysis/module-power-words.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import { componentTypeInText } from "../../state/plant/column/value-words.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { EnergyOnly } from "../energy-only.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { LoadFault } from "../load-fault.tsx";
import { RepairOrder } from "./repair-order.tsx";
import { RepairRow } from "./repair-row.tsx";
import css from "./repairs.module.css";

export function Repairs() {
  const [budget, setBudget] = useAtom(budgetAtom);
  const plan = useAtomValue(repairPlanAtom);
  const loss = useAtomValue(lossAtom);
  const analyses = useAtomValue(analysesAtom);
  const isEstimated = valueOf(useAtomValue(plantAtom))?.capacity_estimated ?? false;
  if (useAtomValue(offlineAtom) !== null) return <Alert tone="watch">{t("loss:offline")}</Alert>;
  // Which analysis is open is not known yet.
  if (analyses.state === "loading") return <Skeleton label={t("shell:loading")} lines={6} />;
  if (analyses.state === "failed") return <LoadFault fault={analyses.fault} />;
  const isWithoutLoss = (valueOf(loss)?.total.count ?? 1) === 0;
  // A danger is repaired also where the analysis says nothing of losses.
  const known = valueOf(plan);
  const isWithoutRepair = (known?.all.count ?? 0) === 0 && (known?.left_out ?? 0) === 0;
  const isByEnergy = budget.first === "money" && known?.all.cost === null;
  const lead = isByEnergy ? "loss:repair.lead_money_energy" : `loss:repair.lead_${budget.first}`;
  const power = valueOf(loss)?.module_power;
  if (power?.is_plausible === false && isWithoutLoss && isWithoutRepair)
    return <Alert tone="watch">{modulePowerWords(power, isEstimated)}</Alert>;
  if (plan.state === "idle" || (isWithoutLoss && isWithoutRepair)) {
    return (
      <EmptyState icon={<Wrench size={22} aria-hidden="true" />} title={t("loss:repair.none")}>
        {t("loss:repair.none_text")}
      </EmptyState>
    );
  }
  return (
    <div className={css.panel}>
      <div className={css.form}>
        <p className={css.soft}>{t(lead)}</p>
        <div className={css.fields}>
          <NumberField
            label={t("loss:repair.crew_hours")}
            unit="h"
            value={budget.crew_hours}
            minValue={0}
            maxValue={1_000_000}
            onChange={(value) => setBudget({ ...budget, crew_hours: value >= 0 ? value : 0 })}
          />
          <NumberField
            label={t("loss:repair.spare_parts")}
            value={budget.spare_parts}
            minValue={0}
            maxValue={1_000_000}
            isWhole
            onChange={(value) => setBudget({ ...budget, spare_parts: value >= 0 ? value : 0 })}
          />
        </div>
        <Segments
          label={t("loss:repair.first")}
          options={repairOrders.map((id) => ({ id, label: t(`loss:repair.order.${id}`) }))}
          value={budget.first}
          onChange={(first) => setBudget({ ...budget, first })}
        />
      </div>
      {plan.state === "failed" ? <LoadFault fault={plan.fault} /> : null}
      {plan.state === "loading" ? <Skeleton label={t("shell:loading")} lines={6} /> : null}
      {plan.state === "ready" ? <Plan plan={plan.value} price={plan.value.settings} /> : null}
    </div>
  );
}

function Plan({ plan, price }: { plan: RepairPlan; price: Price }) {
  const { all, chosen, repairs } = plan;
  const save = useSetAtom(saveRepairs);
  const selectAll = useSetAtom(selectRepairs);
  const refusal = useAtomValue(exportRefusalAtom);
  const unknown = useAtomValue(repairFileRefusalAtom);
  const isLossStated = useAtomValue(statedLossAtom);
  const assumedPrice = useAtomValue(assumedPriceAtom);
  const open = useAtomValue(openRowAtom);
  // That of the open component is listed wherever it stands.
  const shown = repairs
    .map((repair, i) => ({ repair, rank: i + 1 }))
    .filter(({ repair, rank }) => rank <= MOST_SHOWN || isRepairOf(repair, open));
  const leftOut =
    plan.left_out > 0 ? (
      <p className={css.note}>
        {t("loss:repair.left_out", { count: plan.left_out, n: formatNumber(plan.left_out) })}
      </p>
    ) : null;
  if (all.count === 0)
    return (
      <>
        <p className={css.note}>
          {t(plan.left_out > 0 ? "loss:repair.all_done" : "loss:repair.nothing")}
        </p>
        {leftOut}
      </>
    );
  const types = componentTypeIds.filter((type) =>
    repairs.some(({ component_type }) => component_type === type),
  );
  const words = {
    chosen: formatNumber(chosen.count),
    all: formatNumber(all.count),
    hours: formatNumber(chosen.hours, 1),
    parts: formatNumber(chosen.parts),
    cost: costWords(chosen.cost, price.currency),
    worth: worthWords(chosen, price),
    share: formatNumber((100 * chosen.mwh) / Math.max(all.mwh, 1e-9), 0),
  };
  return (
    <>
      <section className={css.sums} aria-label={t("loss:repair.sum")}>
        <p>
          <strong>{t("loss:repair.brings", words)}</strong>
        </p>
        <p>{t("loss:repair.takes", words)}</p>
        <p className={css.soft}>{t("loss:repair.of_all", words)}</p>
        <Recovers />
        {assumedPrice === null ? null : <p className={css.soft}>{assumedPrice}</p>}
        <EnergyOnly className={css.soft} price={price} />
        {all.cost === null ? (
          <p className={css.soft}>{t("loss:cost_missing", { currency: price.currency })}</p>
        ) : null}
        {isLossStated ? <p className={css.soft}>{t("headline:evaluation.stated_short")}</p> : null}
      </section>
      <div className={css.tools}>
        {types.map((type) => (
          <Button
            key={type}
            size="sm"
            icon={<MapPin size={14} aria-hidden="true" />}
            onPress={() => selectAll(type)}
          >
            {t("loss:repair.select", { components: componentTypeInText(type, true) })}
          </Button>
        ))}
        <RepairOrder />
        {refusal?.isHidden ? null : (
          <Button
            size="sm"
            icon={<Download size={14} aria-hidden="true" />}
            reason={reasonOf(refusal) ?? unknown}
            isDisabled={repairs.length === 0}
            onPress={save}
          >
            {t("loss:repair.csv")}
          </Button>
        )}
      </div>
      {leftOut}
      {repairs.length === 0 ? <p className={css.note}>{t("loss:repair.too_little")}</p> : null}
      <ol className={css.list} aria-label={t("loss:repair.title")}>
        {shown.map(({ repair, rank }) => (
          <RepairRow
            key={`${repair.action} ${repair.dt_id}`}
            rank={rank}
            repair={repair}
            price={price}
          />
        ))}
      </ol>
      {repairs.length > MOST_SHOWN ? (
        <p className={css.note}>
          {t("loss:repair.more", { rest: formatNumber(chosen.count - MOST_SHOWN) })}
        </p>
      ) : null}
    </>
  );
}

/** What share of the loss all repairs bring back, and why not all of it. */
function Recovers() {
  const loss = valueOf(useAtomValue(lossAtom));
  if (!loss) return null;
  const { repair, cleaning } = loss.recovery;
  if (repair.mwh + cleaning.mwh <= 0) return null;
  // A share of a whole that is smaller than its part says nothing.
  if (isBetterThanExpected(loss.recovery) || loss.total.mwh <= 0) {
    return (
      <p className={css.soft}>
        {t("loss:repair.recovers_more", {
          repair: energyWithRange(repair),
          cleaning: energyWithRange(cleaning),
          whole: energyWithRange(loss.total),
        })}
      </p>
    );
  }
  const share = (part: { readonly mwh: number }) => formatShare(part.mwh / loss.total.mwh, 0);
  return (
    <p className={css.soft}>
      {t("loss:repair.recovers", { repair: share(repair), cleaning: share(cleaning) })}
    </p>
  );
}

/** The rest is in the file and on the map. */
const MOST_SHOWN = 200;
