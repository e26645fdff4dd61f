// The GeoTIFF files of the analysis: which of them a user says to be temperatures.
import type { SurveyRasterFile } from "../../../domain/evaluation/condition-record.ts";
import { temperatureUnits, type TemperatureUnit } from "../../../domain/raster/temperature.ts";
import { t } from "../../../state/shell/locale.ts";
import { Select } from "../../../ui/form/choice.tsx";
import css from "./evaluation.module.css";

type Units = Readonly<Record<string, TemperatureUnit>>;
type TemperatureFilesProps = {
  rasters: readonly SurveyRasterFile[];
  units: Units;
  isReadOnly: boolean;
  onChange: (units: Units) => void;
};

const NONE = "none";

export function TemperatureFiles({ rasters, units, isReadOnly, onChange }: TemperatureFilesProps) {
  const options = [NONE, ...temperatureUnits] as const;
  return (
    <section className={css.group} aria-label={t("evaluation:rasters.title")}>
      <h3>{t("evaluation:rasters.title")}</h3>
      <p className={css.lead}>
        {t(rasters.length === 0 ? "evaluation:rasters.none" : "evaluation:rasters.lead")}
      </p>
      <ul className={css.rasters}>
        {rasters.map(({ file_name, sha256, proposed }) => (
          <li key={sha256}>
            <Select
              label={file_name}
              value={units[sha256] ?? NONE}
              isDisabled={isReadOnly}
              options={options.map((id) => ({
                id,
                label:
                  id === NONE
                    ? t("evaluation:rasters.no_temperatures")
                    : t(`evaluation:unit.${id}`),
              }))}
              hint={proposed && !units[sha256] ? t("evaluation:rasters.looks") : null}
              onChange={(unit) => {
                const { [sha256]: _before, ...others } = units;
                onChange(unit === NONE ? others : { ...others, [sha256]: unit });
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
