// Latitude and longitude; both can be pasted as a map service copies them.
import { readPosition } from "../../domain/geometry/position-text.ts";
import { t } from "../../state/shell/locale.ts";
import { NumberField } from "../number-field/number-field.tsx";
import css from "./plant-form.module.css";

type Position = { readonly lat: number; readonly lon: number };

export function PositionFields({
  legend,
  lat,
  lon,
  onChange,
  latError,
  lonError = null,
  isRequired,
}: Position & {
  legend: string;
  onChange: (changes: Partial<Position>) => void;
  latError: string | null;
  lonError?: string | null;
  isRequired: boolean;
}) {
  const shared = { formatOptions: { maximumFractionDigits: 7 }, isRequired, unit: "°" };
  return (
    <fieldset
      className={css.position}
      onPaste={(event) => {
        const position = readPosition(event.clipboardData.getData("text"));
        if (!position) return;
        event.preventDefault();
        onChange(position);
      }}
    >
      <legend>{legend}</legend>
      <NumberField
        {...shared}
        label={t("plant:form.lat")}
        value={lat}
        onChange={(value) => onChange({ lat: value })}
        minValue={-85}
        maxValue={85}
        error={latError}
      />
      <NumberField
        {...shared}
        label={t("plant:form.lon")}
        value={lon}
        onChange={(value) => onChange({ lon: value })}
        minValue={-180}
        maxValue={180}
        error={lonError}
      />
      <p>{t("plant:form.paste")}</p>
    </fieldset>
  );
}
