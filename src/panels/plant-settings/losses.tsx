// What losses of the plant cost and repairs take: one field for each setting, with the source of its default.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  currencies,
  lossDefaults,
  lossLimits,
  lossSettingsShape,
  lossSettings,
  type LossSetting,
  type LossSettings,
} from "../../domain/loss/loss-settings.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { lossSettingsOf, setLossSettings } from "../../state/settings/loss.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { outsideWords } from "../number-field/fault-words.ts";
import { NumberField } from "../number-field/number-field.tsx";
import { usePending } from "../pending.ts";
import { useTyped } from "../unsaved.ts";
import { LoadFault } from "../load-fault.tsx";
import css from "./plant-settings.module.css";

/** NaN for an empty field. */
type Numbers = Readonly<Record<Exclude<LossSetting, "currency">, number>>;
/** Settings that only one technology has. */
const only: Partial<Record<LossSetting, Plant["technology"]>> = {
  degradation_percent: "photovoltaic",
  age_years: "photovoltaic",
  module_cost: "photovoltaic",
  module_hours: "photovoltaic",
  string_hours: "photovoltaic",
  modules_per_string: "photovoltaic",
  strings_per_tracker: "photovoltaic",
  operating_hours: "parabolic_trough",
  cycle_efficiency_percent: "parabolic_trough",
  tube_cost: "parabolic_trough",
  tube_hours: "parabolic_trough",
  assembly_hours: "parabolic_trough",
  mirror_cost: "parabolic_trough",
  mirror_hours: "parabolic_trough",
  mirrors_per_element: "parabolic_trough",
};

/** What a plant may leave open: an empty field is "not known". */
const optional = ["modules_per_string", "strings_per_tracker"] as const;
type Optional = (typeof optional)[number];

const numbersOf = (known: LossSettings): Numbers => ({
  ...known,
  modules_per_string: known.modules_per_string ?? NaN,
  strings_per_tracker: known.strings_per_tracker ?? NaN,
});

function optionalOf(numbers: Numbers): Record<Optional, number | null> {
  const of = (name: Optional) => (Number.isNaN(numbers[name]) ? null : numbers[name]);
  return {
    modules_per_string: of("modules_per_string"),
    strings_per_tracker: of("strings_per_tracker"),
  };
}

function hintOf(name: keyof Numbers): string {
  const usual = lossDefaults[name];
  const source = t(`loss:source.${name}`);
  return usual === null ? source : t("loss:default", { value: formatNumber(usual, 2), source });
}

export function Losses({ plant }: { plant: Plant }) {
  const known = useAtomValue(lossSettingsOf(plant.id));
  if (known.state === "failed") return <LoadFault fault={known.fault} />;
  if (known.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  return <Form key={JSON.stringify(known.value)} plant={plant} known={known.value.settings} />;
}

function Form({ plant, known }: { plant: Plant; known: LossSettings }) {
  const ask = useAtomValue(askAtom);
  const save = useSetAtom(setLossSettings);
  const [numbers, setNumbers] = useState<Numbers>(() => numbersOf(known));
  const [currency, setCurrency] = useState<string>(known.currency);
  const [isPending, whilePending] = usePending();
  useTyped([numbers, currency], {
    drop: () => {
      setNumbers(numbersOf(known));
      setCurrency(known.currency);
    },
  });
  const parsed = lossSettingsShape.safeParse({ ...numbers, ...optionalOf(numbers), currency });
  const wrong = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]));
  const shown = lossSettings.filter(
    (name) => (only[name] ?? plant.technology) === plant.technology,
  );
  const submit = async (values: LossSettings) => {
    await whilePending(async () => {
      await save(plant.id, values);
      showDone(t("loss:saved"));
    });
  };
  return (
    <form
      className={css.losses}
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed.success) void submit(parsed.data);
      }}
    >
      <p>{t("loss:lead")}</p>
      {shown.map((name) =>
        name === "currency" ? (
          <Select
            key={name}
            label={t("loss:setting.currency")}
            options={currencies.map((id) => ({ id, label: id }))}
            value={currency}
            onChange={setCurrency}
          />
        ) : (
          <NumberField
            key={name}
            label={t(`loss:setting.${name}`)}
            hint={hintOf(name)}
            value={numbers[name]}
            onChange={(value) => setNumbers({ ...numbers, [name]: value })}
            {...lossLimits[name]}
            error={wrong.has(name) ? outsideWords(lossLimits[name]) : null}
          />
        ),
      )}
      <div>
        <Button
          type="submit"
          kind="primary"
          isPending={isPending}
          reason={reasonOf(ask("loss.set")) ?? (parsed.success ? null : t("shell:number.marked"))}
        >
          {t("loss:save")}
        </Button>
      </div>
    </form>
  );
}
