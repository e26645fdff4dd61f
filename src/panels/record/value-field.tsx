// The measured value of a key figure: a number, or one of its classes.
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { formatValue, keyFigureName } from "../../state/plant/column/value-words.ts";
import { Select } from "../../ui/form/choice.tsx";
import { NumberField } from "../number-field/number-field.tsx";

/** No class; classes are never negative. */
const NONE = -1;

/** NaN is no value. */
type ValueProps = {
  figure: KeyFigure;
  value: number;
  onChange: (value: number) => void;
  error?: string | null;
};

export function ValueField({ figure, value, onChange, error = null }: ValueProps) {
  const label = keyFigureName(figure);
  const [minValue, maxValue] = figure.range;
  if (figure.kind === "f32") {
    return (
      <NumberField
        label={label}
        unit={figure.unit}
        value={value}
        // A value that the key figure cannot have is no value.
        minValue={minValue}
        maxValue={maxValue}
        onChange={onChange}
        error={error}
        formatOptions={{ maximumFractionDigits: 6 }}
      />
    );
  }
  const options = [
    { id: NONE, label: "–" },
    ...figure.classes.map((one) => ({ id: one.value, label: formatValue(figure, one.value) })),
  ];
  return (
    <Select
      label={label}
      value={Number.isNaN(value) ? NONE : value}
      onChange={(id) => onChange(id === NONE ? NaN : id)}
      options={options}
      error={error}
    />
  );
}
