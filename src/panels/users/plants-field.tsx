// The plants that a user may see: all of the customer, including future ones, or the selected ones.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { plantsAtom } from "../../state/settings/plants.ts";
import { fold } from "../../state/settings/record.ts";
import { Segments } from "../../ui/form/choice.tsx";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/form/field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import css from "./users.module.css";

/** The number of plants from which a search field is shown. */
const searchThreshold = 8;

export function PlantsField({
  customer_id,
  value,
  onChange,
  error,
}: {
  customer_id: number;
  value: readonly number[] | null;
  onChange: (plant_ids: readonly number[] | null) => void;
  error: string | null;
}) {
  const plants = valueOf(useAtomValue(plantsAtom));
  const [text, setText] = useState("");
  const customerPlants = (plants ?? []).filter((plant) => plant.customer_id === customer_id);
  const found = customerPlants.filter(({ name }) => fold(name).includes(fold(text.trim())));
  const chosen = new Set(value ?? []);
  const choose = (ids: readonly number[]) => onChange(ids.toSorted((a, b) => a - b));
  return (
    <RecordSection title={t("user:plants.title")}>
      <div className={css.plants}>
        <Segments
          label={t("user:plants.title")}
          value={value === null ? "all" : "some"}
          onChange={(next) => onChange(next === "all" ? null : [])}
          options={[
            { id: "all", label: t("user:plants.all") },
            { id: "some", label: t("user:plants.some") },
          ]}
        />
        {value === null ? (
          <p className={css.hint}>{t("user:plants.all_hint")}</p>
        ) : (
          <>
            <div className={css.plantTools}>
              {customerPlants.length >= searchThreshold ? (
                <SearchField
                  label={t("user:plants.search")}
                  clearLabel={t("shell:clear")}
                  value={text}
                  onChange={setText}
                />
              ) : null}
              <Button
                size="sm"
                kind="quiet"
                isDisabled={found.length === 0}
                onPress={() => choose([...new Set([...chosen, ...found.map(({ id }) => id)])])}
              >
                {t("user:plants.tick_all")}
              </Button>
              <Button
                size="sm"
                kind="quiet"
                isDisabled={chosen.size === 0}
                onPress={() => choose([])}
              >
                {t("user:plants.tick_none")}
              </Button>
            </div>
            {customerPlants.length === 0 ? (
              <p className={css.hint}>{t("user:plants.customer_has_none")}</p>
            ) : (
              <ul className={css.plantList} aria-label={t("user:plants.title")}>
                {found.map(({ id, name }) => (
                  <li key={id}>
                    <Checkbox
                      isSelected={chosen.has(id)}
                      onChange={(isChosen) =>
                        choose(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id))
                      }
                    >
                      {name}
                    </Checkbox>
                  </li>
                ))}
              </ul>
            )}
            <p className={css.hint} role="status">
              {chosen.size === 0
                ? t("user:plants.none_hint")
                : t("user:plants.count", {
                    chosen: formatNumber(chosen.size),
                    all: formatNumber(customerPlants.length),
                  })}
            </p>
          </>
        )}
        {error ? <p className={css.error}>{error}</p> : null}
      </div>
    </RecordSection>
  );
}
