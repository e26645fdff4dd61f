// The GeoTIFF files of the analysis: which of them a user says to be temperatures, and in which unit.
import type {
  SurveyFrames,
  SurveyRasterFile,
} from "../../../domain/evaluation/condition-record.ts";
import type { TemperatureScale } from "../../../domain/raster/temperature.ts";
import { t } from "../../../state/shell/locale.ts";
import { TemperatureUnitField } from "../temperature-unit.tsx";
import css from "./evaluation.module.css";

type Scales = Readonly<Record<string, TemperatureScale>>;
type TemperatureFilesProps = {
  rasters: readonly SurveyRasterFile[];
  /** By the SHA-256 of the file. */
  scales: Scales;
  /** Single images that were exported as TIFF: one unit for all. */
  frames: SurveyFrames | null;
  frameScale: TemperatureScale | null;
  isReadOnly: boolean;
  onChange: (scales: Scales) => void;
  onFrames: (scale: TemperatureScale | null) => void;
};

export function TemperatureFiles(props: TemperatureFilesProps) {
  const { rasters, scales, frames, frameScale, isReadOnly, onChange, onFrames } = props;
  return (
    <section className={css.group} aria-label={t("evaluation:rasters.title")}>
      <h3>{t("evaluation:rasters.title")}</h3>
      <p className={css.lead}>
        {t(rasters.length === 0 && !frames ? "evaluation:rasters.none" : "evaluation:rasters.lead")}
      </p>
      <ul className={css.rasters}>
        {rasters.map(({ file_name, sha256, proposed, values }) => (
          <li key={sha256}>
            <TemperatureUnitField
              label={file_name}
              scale={scales[sha256] ?? null}
              values={values}
              noneLabel={t("evaluation:rasters.no_temperatures")}
              isDisabled={isReadOnly}
              hint={hintOf(scales[sha256], proposed)}
              onChange={(scale) => {
                const { [sha256]: _before, ...others } = scales;
                onChange(scale === null ? others : { ...others, [sha256]: scale });
              }}
            />
          </li>
        ))}
        {frames ? (
          <li>
            <TemperatureUnitField
              label={t("evaluation:rasters.frames", { count: frames.count })}
              scale={frameScale}
              values={frames.values}
              noneLabel={t("evaluation:rasters.no_temperatures")}
              isDisabled={isReadOnly}
              hint={frameHint(frames, frameScale)}
              onChange={onFrames}
            />
          </li>
        ) : null}
      </ul>
    </section>
  );
}

/** Proposes the unit that fits each image; where another one was chosen, the temperatures below it say it. */
function frameHint({ proposed }: SurveyFrames, chosen: TemperatureScale | null) {
  if (chosen !== null || !proposed) return null;
  return t("evaluation:rasters.looks", { unit: t(`orthomosaic:unit.${proposed.unit}`) });
}

/** Proposes the unit of the orthomosaic, and says where another one was chosen. */
function hintOf(chosen: TemperatureScale | undefined, proposed: TemperatureScale | null) {
  if (!proposed) return null;
  const unit = t(`orthomosaic:unit.${proposed.unit}`);
  if (!chosen) return t("evaluation:rasters.looks", { unit });
  const isSame =
    chosen.unit === proposed.unit &&
    chosen.factor === proposed.factor &&
    chosen.offset === proposed.offset;
  return isSame ? null : t("evaluation:rasters.differs", { unit });
}
