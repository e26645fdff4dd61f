// What losses of the plant cost and repairs take: one field for each setting, with the source of its default.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  currencies,
  lossAmounts,
  lossChangesShape,
  lossDefaults,
  lossLimits,
  lossSettings,
  type LossSetting,
  type LossSettings,
} from "../../domain/loss/loss-settings.ts";
import type { ModulePower } from "../../domain/loss/module-power.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { modulePowerWords } from "../../state/plant/analysis/module-power-words.ts";
import {
  lossSettingsOf,
  setLossSettings,
  type Stated as LossStatement,
} from "../../state/settings/loss.ts";
import { formatMoney, formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { outsideWords } from "../number-field/fault-words.ts";
import { NumberField } from "../number-field/number-field.tsx";
import { usePending } from "../pending.ts";
import { useTyped } from "../unsaved.ts";
import { LoadFault } from "../load-fault.tsx";
import css from "./plant-settings.module.css";

const price = ["currency", "tariff"] as const;

/** NaN for an empty field. */
type Numbers = Readonly<Record<Exclude<LossSetting, "currency">, number>>;
/** Settings that only one technology has. */
const only: Partial<Record<LossSetting, Plant["technology"]>> = {
  degradation_percent: "photovoltaic",
  age_years: "photovoltaic",
  module_cost: "photovoltaic",
  module_hours: "photovoltaic",
  string_hours: "photovoltaic",
  module_watts: "photovoltaic",
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
const optional = ["modules_per_string", "strings_per_tracker", "module_watts"] as const;
type Optional = (typeof optional)[number];

const numbersOf = (known: LossSettings): Numbers => ({
  ...known,
  tariff: known.tariff ?? NaN,
  module_cost: known.module_cost ?? NaN,
  tube_cost: known.tube_cost ?? NaN,
  mirror_cost: known.mirror_cost ?? NaN,
  crew_hour_cost: known.crew_hour_cost ?? NaN,
  module_watts: known.module_watts ?? NaN,
  modules_per_string: known.modules_per_string ?? NaN,
  strings_per_tracker: known.strings_per_tracker ?? NaN,
});

function optionalOf(numbers: Numbers): Record<Optional, number | null> {
  const of = (name: Optional) => (Number.isNaN(numbers[name]) ? null : numbers[name]);
  return {
    modules_per_string: of("modules_per_string"),
    strings_per_tracker: of("strings_per_tracker"),
    module_watts: of("module_watts"),
  };
}

function hintOf(name: keyof Numbers, currency: string): string {
  // The default amounts are euros.
  const isForeign = currency !== lossDefaults.currency && lossAmounts.some((one) => one === name);
  const usual = isForeign ? null : lossDefaults[name];
  const source = t(`loss:source.${name}`);
  return usual === null ? source : t("loss:default", { value: formatNumber(usual, 2), source });
}

export function Losses({ plant }: { plant: Plant }) {
  const known = useAtomValue(lossSettingsOf(plant.id));
  if (known.state === "failed") return <LoadFault fault={known.fault} />;
  if (known.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  return <Form key={JSON.stringify(known.value)} plant={plant} stored={known.value} />;
}

type Stored = {
  readonly settings: LossSettings;
  /** Names of those that the plant has of its own. */
  readonly own: readonly string[];
  readonly module_power: ModulePower | null;
};

function Form({ plant, stored }: { plant: Plant; stored: Stored }) {
  const { settings: known, own, module_power: power } = stored;
  const ask = useAtomValue(askAtom);
  const save = useSetAtom(setLossSettings);
  const [numbers, setNumbers] = useState<Numbers>(() => numbersOf(known));
  const [currency, setCurrency] = useState<string>(known.currency);
  const [isConfirmed, setConfirmed] = useState(false);
  const [isPending, whilePending] = usePending();
  useTyped([numbers, currency, isConfirmed], {
    drop: () => {
      setNumbers(numbersOf(known));
      setCurrency(known.currency);
      setConfirmed(false);
    },
  });
  const given = { ...numbers, ...optionalOf(numbers), currency };
  const isHidden = (name: LossSetting) => (only[name] ?? plant.technology) !== plant.technology;
  // Who changes the currency states each amount in it, also where the number stays.
  const isNewMoney = (name: LossSetting) =>
    currency !== known.currency && (lossAmounts as readonly string[]).includes(name);
  const isChanged = (name: LossSetting) => isNewMoney(name) || !Object.is(given[name], known[name]);
  const isPriceStated = price.every((name) => own.includes(name));
  // Who states a price states its currency with it.
  const statesPrice = isConfirmed || price.some(isChanged);
  const isOwn = (name: LossSetting) =>
    own.includes(name) ||
    isChanged(name) ||
    (statesPrice && (price as readonly string[]).includes(name));
  // A default that no one has touched is not stated: it stays marked as assumed.
  const stated = Object.fromEntries(
    lossSettings
      .filter((name) => isOwn(name) && !isHidden(name))
      .map((name) => [name, given[name]]),
  );
  const parsed = lossChangesShape.safeParse(stated);
  const wrong = new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0]));
  const shown = lossSettings.filter((name) => !isHidden(name));
  const errorOf = (name: keyof Numbers) => {
    if (!wrong.has(name)) return null;
    return isNewMoney(name) && Number.isNaN(numbers[name])
      ? t("loss:new_currency", { currency })
      : outsideWords(lossLimits[name]);
  };
  const submit = async (values: Partial<LossStatement>) => {
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
      {power ? (
        <Alert tone={power.is_plausible && !power.is_tilt_assumed ? "neutral" : "watch"}>
          {modulePowerWords(power, plant.capacity_estimated)}
        </Alert>
      ) : null}
      {shown.map((name) =>
        name === "currency" ? (
          <Select
            key={name}
            label={t("loss:setting.currency")}
            options={currencies.map((id) => ({ id, label: id }))}
            value={currency}
            onChange={(next) => {
              setCurrency(next);
              const isBack = next === known.currency;
              const kept = lossAmounts.map((one) => [one, isBack ? numbersOf(known)[one] : NaN]);
              setNumbers({ ...numbers, ...Object.fromEntries(kept) });
            }}
          />
        ) : (
          <NumberField
            key={name}
            label={t(`loss:setting.${name}`)}
            hint={hintOf(name, currency)}
            value={numbers[name]}
            onChange={(value) => setNumbers({ ...numbers, [name]: value })}
            {...lossLimits[name]}
            error={errorOf(name)}
          />
        ),
      )}
      {isPriceStated || price.some(isChanged) || Number.isNaN(numbers.tariff) ? null : (
        <Checkbox isSelected={isConfirmed} onChange={setConfirmed}>
          {t("loss:confirm_price", {
            tariff: formatMoney(numbers.tariff, currency, 1000),
          })}
        </Checkbox>
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
