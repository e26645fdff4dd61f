// What the numbers of a thermal raster mean: chosen by the user, with the temperatures that follow from it.
import {
  celsiusOf,
  temperatureUnits,
  type RasterValues,
  type TemperatureScale,
} from "../../domain/raster/temperature.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import css from "./temperature-unit.module.css";

type TemperatureUnitProps = {
  label: string;
  /** Null for no temperatures, or for none chosen. */
  scale: TemperatureScale | null;
  /** Null where the numbers of the file are not known yet. */
  values: RasterValues | null;
  /** The word for no temperatures; without it a unit must be chosen. */
  noneLabel?: string;
  hint?: string | null;
  isDisabled?: boolean;
  onChange: (scale: TemperatureScale | null) => void;
};

const NONE = "none";

export function TemperatureUnitField(props: TemperatureUnitProps) {
  const { label, scale, values, noneLabel, hint = null, isDisabled = false, onChange } = props;
  const units = temperatureUnits.map((id) => ({ id, label: t(`orthomosaic:unit.${id}`) }));
  const none = noneLabel === undefined ? [] : [{ id: NONE, label: noneLabel } as const];
  return (
    <div className={css.unit}>
      <Select
        label={label}
        value={scale?.unit ?? (noneLabel === undefined ? null : NONE)}
        placeholder={t("orthomosaic:unit_choose")}
        isDisabled={isDisabled}
        options={[...none, ...units]}
        hint={hint}
        onChange={(unit) => {
          if (unit === NONE) onChange(null);
          else onChange(unit === "custom" ? { unit, factor: 1, offset: 0 } : { unit });
        }}
      />
      {scale?.unit === "custom" ? (
        <div className={css.custom}>
          <NumberField
            label={t("orthomosaic:factor")}
            value={scale.factor ?? NaN}
            isDisabled={isDisabled}
            onChange={(factor) => onChange({ ...scale, factor: Number.isNaN(factor) ? 1 : factor })}
          />
          <NumberField
            label={t("orthomosaic:offset")}
            unit="°C"
            value={scale.offset ?? NaN}
            isDisabled={isDisabled}
            onChange={(offset) => onChange({ ...scale, offset: Number.isNaN(offset) ? 0 : offset })}
          />
        </div>
      ) : null}
      {scale && values ? <p className={css.preview}>{previewWords(scale, values)}</p> : null}
    </div>
  );
}

/** "2% of the pixels are below 18.2 °C, half are below 34 °C, 2% are above 61.3 °C" */
function previewWords(scale: TemperatureScale, values: RasterValues): string {
  const celsius = celsiusOf(scale);
  const [low, high] = [celsius(values.low), celsius(values.high)].toSorted((a, b) => a - b);
  const words = (value: number) => formatNumber(value, 1);
  return t("orthomosaic:preview", {
    low: words(low!),
    median: words(celsius(values.median)),
    high: words(high!),
  });
}
