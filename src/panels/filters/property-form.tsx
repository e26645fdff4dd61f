// Filters by the newest value of a custom property: options, a range of numbers, or a text in it.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Filter } from "../../domain/column/filter.ts";
import type { CustomComponentProperty } from "../../domain/plant/custom-component-property.ts";
import { addFilter, filtersAtom } from "../../state/plant/filter/filter.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import css from "./filters.module.css";

type PropertyFilter = Extract<Filter, { kind: "property" }>;
type FormProps = { property: CustomComponentProperty };

/** The values that can be chosen one by one; null where there are too many, as of numbers and texts. */
function choicesOf({ data_type, options }: CustomComponentProperty) {
  if (data_type === "options") return (options ?? []).map(({ id, label }) => ({ id, label }));
  if (data_type !== "checkbox" && data_type !== "true_false") return null;
  return [true, false].map((is) => ({
    id: String(is),
    label: t(is ? "observation:yes" : "observation:no"),
  }));
}

export function PropertyForm({ property }: FormProps) {
  const add = useSetAtom(addFilter);
  const known = useAtomValue(filtersAtom).find(
    (one): one is PropertyFilter => one.kind === "property" && one.property_id === property.id,
  );
  const any: PropertyFilter = {
    kind: "property",
    property_id: property.id,
    values: [],
    min: null,
    max: null,
    text: null,
  };
  const choices = choicesOf(property);
  const isNumber = property.data_type === "number" || property.data_type === "number_range";
  return (
    <>
      {choices ? (
        <fieldset className={css.options}>
          <legend>{property.name}</legend>
          {choices.map(({ id, label }) => (
            <Checkbox
              key={id}
              isSelected={known?.values.includes(id) ?? false}
              onChange={(is) => {
                const chosen = known?.values ?? [];
                const all = choices.map((one) => one.id);
                const values = all.filter((one) => (one === id ? is : chosen.includes(one)));
                add({ ...any, values });
              }}
            >
              <span>{label}</span>
            </Checkbox>
          ))}
        </fieldset>
      ) : null}
      {isNumber ? <NumberForm any={any} known={known} property={property} /> : null}
      {choices || isNumber ? null : <TextForm any={any} property={property} />}
      <Button size="sm" onPress={() => add(any)}>
        {t("filter:chip.known", { name: property.name })}
      </Button>
    </>
  );
}

type RangeProps = FormProps & { any: PropertyFilter; known: PropertyFilter | undefined };

function NumberForm({ any, known, property }: RangeProps) {
  const add = useSetAtom(addFilter);
  const [min, setMin] = useState(known?.min ?? NaN);
  const [max, setMax] = useState(known?.max ?? NaN);
  const unit = property.number_ranges?.unit ?? "";
  const isEmpty = Number.isNaN(min) && Number.isNaN(max);
  const isReversed = min > max;
  const open = (end: number) => (Number.isNaN(end) ? null : end);
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty && !isReversed) add({ ...any, min: open(min), max: open(max) });
      }}
    >
      <div className={css.pair}>
        <NumberField label={t("filter:from")} value={min} onChange={setMin} unit={unit} />
        <NumberField
          label={t("filter:to")}
          value={max}
          onChange={setMax}
          unit={unit}
          error={isReversed ? t("filter:turned") : null}
        />
      </div>
      <Button type="submit" kind="primary" isDisabled={isEmpty || isReversed}>
        {t("filter:apply")}
      </Button>
    </form>
  );
}

function TextForm({ any, property }: FormProps & { any: PropertyFilter }) {
  const add = useSetAtom(addFilter);
  const [text, setText] = useState("");
  const wanted = text.trim();
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== "") add({ ...any, text: wanted });
      }}
    >
      <TextField
        label={t("filter:property_contains", { name: property.name })}
        value={text}
        onChange={setText}
        maxLength={200}
      />
      <Button type="submit" kind="primary" isDisabled={wanted === ""}>
        {t("filter:apply")}
      </Button>
    </form>
  );
}
