// Conditions that the files of the analysis propose; a person takes them over.
import { rowsOfSurvey } from "../../../domain/evaluation/condition/counted-rows.ts";
import {
  conditionsOf as meansOf,
  quantityUnits,
} from "../../../domain/evaluation/condition-record.ts";
import type { StoredConditions } from "../../../state/settings/evaluation.ts";
import { formatNumber, t } from "../../../state/shell/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { openProposals, singleQuantities, type ConditionDraft } from "./condition-draft.ts";
import css from "./evaluation.module.css";

type ProposedProps = {
  stored: StoredConditions;
  draft: ConditionDraft;
  isReadOnly: boolean;
  onTake: (fields: Partial<ConditionDraft>) => void;
};

export function Proposed({ stored, draft, isReadOnly, onTake }: ProposedProps) {
  const open = openProposals(stored, draft);
  const { rows: counted } = rowsOfSurvey(open, stored.flight);
  if (counted.length === 0) return null;
  const { values: means, fluid } = meansOf(counted);
  const take = () => {
    const timed = open.filter(({ measured_at }) => measured_at !== null);
    const values = { ...draft.values };
    for (const quantity of singleQuantities) {
      const one = open.find((row) => row.quantity === quantity && row.measured_at === null);
      if (one) values[quantity] = one.value;
    }
    onTake({ timed: [...draft.timed, ...timed], values });
  };
  return (
    <section className={css.group} aria-label={t("evaluation:conditions.proposed")}>
      <h4>{t("evaluation:conditions.proposed")}</h4>
      <ul className={css.proposals}>
        {singleQuantities.flatMap((quantity) => {
          const mean = means[quantity];
          if (!mean) return [];
          const value = `${formatNumber(mean.mean, 2)} ${quantityUnits[quantity]}`.trim();
          const name = t(`evaluation:quantity.${quantity}`);
          const isImage = open.some(
            (one) => one.quantity === quantity && one.source === "proposed",
          );
          return [
            <li key={quantity}>
              {t("evaluation:conditions.proposal", { name, value })}
              <small>
                {isImage
                  ? t("evaluation:conditions.from_files")
                  : t("evaluation:conditions.from_file", {
                      count: mean.count,
                      deviation: formatNumber(mean.deviation, 2),
                    })}
              </small>
            </li>,
          ];
        })}
        {fluid.size > 0 ? (
          <li>
            {t("evaluation:conditions.proposal", {
              name: t("evaluation:quantity.fluid"),
              value: [...fluid]
                .map(([name, { mean }]) => `${name} ${formatNumber(mean, 1)} °C`.trim())
                .join(", "),
            })}
          </li>
        ) : null}
      </ul>
      {isReadOnly ? null : (
        <Button size="sm" onPress={take}>
          {t("evaluation:conditions.take")}
        </Button>
      )}
    </section>
  );
}
