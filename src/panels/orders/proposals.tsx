// Proposed orders with their reasons. A press opens a prefilled form.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ChevronRight, Sparkles } from "lucide-react";
import { daysBetween } from "../../domain/calendar-date.ts";
import type { OrderProposal } from "../../domain/provider/order-proposal.ts";
import { leave } from "../../state/shell/leave.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatDay, formatNumber, t } from "../../state/shell/locale.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import {
  chosenProposalAtom,
  formatPackages,
  formatPeriod,
  orderPlace,
  proposalsAtom,
  todayAtom,
} from "../../state/settings/order.ts";
import { askAtom, reasonOf, type Asked } from "../../state/account/ask.ts";
import { Button } from "../../ui/button.tsx";
import { useOpenRecord } from "../record/open-record.ts";
import css from "./orders.module.css";

export function Proposals() {
  const proposals = valueOf(useAtomValue(proposalsAtom)) ?? [];
  const refusal = useAtomValue(askAtom)("order.create");
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const [isOpen, setOpen] = useState(!isNarrow);
  if (proposals.length === 0) return null;
  return (
    <section className={css.proposals} aria-labelledby="order-proposals">
      <h3 id="order-proposals">
        <button
          type="button"
          className={css.fold}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight size={14} aria-hidden="true" className={css.chevron} />
          {t("order:proposal.title")}
          <span className={css.count}>{formatNumber(proposals.length)}</span>
        </button>
      </h3>
      {isOpen ? (
        <ul>
          {proposals.map((proposal) => (
            <Row key={proposal.key} proposal={proposal} refusal={refusal} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Row({ proposal, refusal }: { proposal: OrderProposal; refusal: Asked | null }) {
  const today = useAtomValue(todayAtom);
  const choose = useSetAtom(chosenProposalAtom);
  const { open } = useOpenRecord();
  const { type, start_date, end_date, plant_name, customer_name } = proposal;
  const period =
    end_date === null
      ? t("order:proposal.from", { date: formatDay(start_date) })
      : formatPeriod(proposal);
  const fill = () =>
    leave(() => {
      choose(proposal);
      open("new");
    });
  return (
    <li className={css.proposal}>
      <Sparkles size={14} aria-hidden="true" />
      <div>
        <p>
          <strong>{orderPlace(proposal)}</strong>
          {plant_name === null ? null : ` · ${customer_name}`}
        </p>
        <p>{causeWords(proposal, today)}</p>
        <p className={css.soft}>
          {t(`order:type.${type}`)} {period} ·{" "}
          {formatPackages(proposal) || t("order:proposal.packages_open")}
        </p>
      </div>
      {refusal?.isHidden ? null : (
        <Button
          size="sm"
          reason={reasonOf(refusal)}
          aria-label={t("order:proposal.create_for", {
            type: t(`order:type.${type}`),
            plant: orderPlace(proposal),
          })}
          onPress={fill}
        >
          {t("order:proposal.create")}
        </Button>
      )}
    </li>
  );
}

function causeWords({ cause, ends_on }: OrderProposal, today: string): string {
  const date = ends_on === null ? "" : formatDay(ends_on);
  switch (cause) {
    case "subscription_ends": {
      const count = daysBetween(today, ends_on ?? today);
      return count <= 0
        ? t("order:proposal.subscription_ends_today")
        : t("order:proposal.subscription_ends", { count, date });
    }
    case "plant_in_setup":
      return t("order:proposal.plant_in_setup");
    case "plant_unordered":
      return ends_on === null
        ? t("order:proposal.plant_unordered")
        : t("order:proposal.plant_unordered_since", { date });
  }
}
