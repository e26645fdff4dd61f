// What the open component costs a year with its parts, which repair fixes it, and its place in the work list.
import { useAtomValue, useSetAtom } from "jotai";
import { Wrench } from "lucide-react";
import { childTypesOf } from "../../domain/component/component.ts";
import type { Price } from "../../domain/loss/loss-settings.ts";
import type { ComponentRepair, Repair } from "../../domain/loss/repair.ts";
import { costWords, worthWords } from "../../state/plant/analysis/energy-words.ts";
import { assumedPriceAtom } from "../../state/plant/analysis/headline.ts";
import {
  budgetAtom,
  componentRepairAtom,
  paybackWords,
  repairReason,
} from "../../state/plant/analysis/repair.ts";
import {
  componentResultAtom,
  openComponent,
  openRowAtom,
} from "../../state/plant/component/component.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Badge, Skeleton } from "../../ui/feedback.tsx";
import { EnergyOnly } from "../energy-only.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./cost.module.css";

export function Cost() {
  const repair = useAtomValue(componentRepairAtom);
  const assumedPrice = useAtomValue(assumedPriceAtom);
  const isCardKnown = useAtomValue(componentResultAtom).state === "ready";
  if (repair.state === "idle") return null;
  // The card says once that nothing could be loaded.
  if (repair.state === "failed" && !isCardKnown) return null;
  if (repair.state === "ready" && repair.value.loss === null && repair.value.first === null) {
    return null;
  }
  return (
    <section className={css.cost} aria-label={t("loss:card.title")}>
      <h4>{t("loss:card.title")}</h4>
      {repair.state === "failed" ? <LoadFault fault={repair.fault} /> : null}
      {repair.state === "loading" ? <Skeleton label={t("shell:loading")} lines={3} /> : null}
      {repair.state === "ready" ? (
        <>
          <Loss of={repair.value} price={repair.value.settings} />
          {repair.value.loss ? (
            <>
              {assumedPrice === null ? null : <p className={css.soft}>{assumedPrice}</p>}
              <EnergyOnly className={css.soft} price={repair.value.settings} />
            </>
          ) : null}
          <Repairs of={repair.value} price={repair.value.settings} />
        </>
      ) : null}
    </section>
  );
}

type Of = { of: ComponentRepair; price: Price };

const gainOf = (of: Parameters<typeof worthWords>[0], price: Price) => ({
  worth: worthWords(of, price),
});

function Loss({ of: { loss }, price }: Of) {
  const open = useAtomValue(openRowAtom);
  if (loss === null) return null;
  const hasParts = open !== null && childTypesOf(open.component_type).length > 0;
  const { left_out } = loss;
  return (
    <>
      <p>{t(hasParts ? "loss:card.loses_with_parts" : "loss:card.loses", gainOf(loss, price))}</p>
      {hasParts && left_out > 0 ? (
        <p className={css.soft}>
          {t("loss:card.left_out", { count: left_out, number: formatNumber(left_out) })}
        </p>
      ) : null}
    </>
  );
}

function Repairs({ of: { loss, first, repairs, rank, chosen }, price }: Of) {
  const budget = useAtomValue(budgetAtom);
  const show = useSetAtom(openPanel);
  if (first === null) return <p className={css.soft}>{t("loss:card.no_repair")}</p>;
  const words = {
    rank: formatNumber(rank ?? 0),
    chosen: formatNumber(chosen),
    hours: formatNumber(budget.crew_hours, 1),
    parts: formatNumber(budget.spare_parts),
  };
  return (
    <>
      {repairs.count > 1 ? (
        <p>
          {t("loss:card.repairs", {
            count: repairs.count,
            n: formatNumber(repairs.count),
            ...gainOf(repairs, price),
          })}
        </p>
      ) : null}
      <First
        repair={first}
        price={price}
        isOne={repairs.count === 1}
        isWhole={first.mwh === loss?.mwh}
      />
      <p className={css.soft}>
        {rank === null ? t("loss:card.not_chosen", words) : t("loss:card.rank", words)}
      </p>
      <Button
        size="sm"
        icon={<Wrench size={14} aria-hidden="true" />}
        onPress={() => show("repairs")}
      >
        {t("loss:card.list")}
      </Button>
    </>
  );
}

type FirstProps = {
  repair: Repair;
  price: Price;
  isOne: boolean;
  /** It brings back all that the component loses, which is said already. */
  isWhole: boolean;
};

function First({ repair, price, isOne, isWhole }: FirstProps) {
  const open = useSetAtom(openComponent);
  const at = useAtomValue(openRowAtom);
  const { action, component_type, rows, name, is_safety, hours, parts, cost } = repair;
  const row = rows[0] ?? 0;
  const isOpen = at?.component_type === component_type && rows.includes(at.row);
  const title = t(`loss:action.${action}`);
  return (
    <div className={css.first}>
      <p>
        {isOpen ? (
          <strong>{title}</strong>
        ) : (
          <button
            type="button"
            className={css.go}
            onClick={() => open({ component_type, row }, true)}
          >
            {isOne ? `${title} · ${name}` : t("loss:card.first", { repair: `${title} · ${name}` })}
          </button>
        )}{" "}
        {is_safety ? <Badge tone="danger">{t("loss:repair.safety")}</Badge> : null}
      </p>
      <p>
        {repair.mwh <= 0
          ? t("loss:repair.no_loss")
          : isWhole
            ? t("loss:card.brings_all")
            : t("loss:card.brings", gainOf(repair, price))}
      </p>
      <p className={css.soft}>
        {t("loss:repair.effort", {
          hours: formatNumber(hours, 1),
          parts: formatNumber(parts),
          cost: costWords(cost, price.currency),
          years: paybackWords(repair),
        })}
        {rows.length > 1 ? ` · ${t("loss:repair.affects", { n: formatNumber(rows.length) })}` : ""}
        {repairReason(repair) === "" ? "" : ` · ${repairReason(repair)}`}
      </p>
    </div>
  );
}
