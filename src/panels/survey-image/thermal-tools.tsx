// What is measured in a thermal image and how: tools, palette, isotherm, parameters, export.
import { Download, SlidersHorizontal } from "lucide-react";
import { measureKinds, type MeasureKind } from "../../domain/image/measure.ts";
import type { Picture } from "../../domain/image/look.ts";
import type { Surroundings } from "../../domain/image/planck.ts";
import { temperatureCsv, temperatureTiff } from "../../domain/image/temperature-file.ts";
import { thermalPalettes } from "../../domain/result-file/thermal-image.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { onward } from "../../state/shell/next-task.ts";
import { saveBlob } from "../../state/shell/save-file.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { MeasureTable } from "./measure-table.tsx";
import type { Thermometer } from "./use-thermometer.ts";
import css from "./survey-image.module.css";

const palettes = ["camera", ...thermalPalettes] as const;
const tools = ["move", ...measureKinds] as const;

type ToolsProps = { thermometer: Thermometer; picture: Picture };

export function ThermalTools({ thermometer, picture }: ToolsProps) {
  const { grid, palette, setPalette, scale, range, setRange, isotherm, setIsotherm } = thermometer;
  if (!grid) return null;
  const step = thermometer.isCelsius ? 0.1 : 1;
  const between = (value: number[], set: (next: readonly [number, number]) => void) =>
    set([value[0] ?? scale[0], value[1] ?? scale[1]]);
  const [lowest, highest] = [Math.floor(scale[0]), Math.ceil(scale[1])];
  const format: Intl.NumberFormatOptions = thermometer.isCelsius
    ? { style: "unit", unit: "celsius", maximumFractionDigits: 1 }
    : { maximumFractionDigits: 0 };
  const ends = { minValue: lowest, maxValue: highest, step, showValue: true, format };
  const thumbLabels = [t("legend:from"), t("legend:to")];
  return (
    <>
      <Select<MeasureKind | "move">
        label={t("survey-image:measure")}
        size="sm"
        options={tools.map((id) => ({ id, label: t(`survey-image:tool.${id}`) }))}
        value={thermometer.tool ?? "move"}
        onChange={(id) => thermometer.setTool(id === "move" ? null : id)}
      />
      <Select
        label={t("component:palette")}
        size="sm"
        options={palettes.map((id) => ({
          id,
          label: id === "camera" ? t("survey-image:camera_colours") : t(`component:palettes.${id}`),
        }))}
        value={palette}
        onChange={setPalette}
      />
      {palette === "camera" ? null : (
        <Slider
          label={t("component:range")}
          value={[...range]}
          {...ends}
          thumbLabels={thumbLabels}
          onChange={(value) => between(value, setRange)}
        />
      )}
      <Checkbox
        isSelected={isotherm !== null}
        onChange={(isOn) => setIsotherm(isOn ? [(scale[0] + scale[1]) / 2, scale[1]] : null)}
      >
        {t("survey-image:isotherm")}
      </Checkbox>
      {isotherm ? (
        <Slider
          label={t("survey-image:isotherm")}
          value={[...isotherm]}
          {...ends}
          thumbLabels={thumbLabels}
          onChange={(value) => between(value, setIsotherm)}
        />
      ) : null}
      {thermometer.basis === "exact" ? <Parameters thermometer={thermometer} /> : null}
      <Exports thermometer={thermometer} />
      <p className={css.note}>{t(`survey-image:${thermometer.basis}`)}</p>
      <MeasureTable thermometer={thermometer} picture={picture} />
    </>
  );
}

const fields = [
  { key: "emissivity", min: 0.01, max: 1, step: 0.01 },
  { key: "reflected_c", min: -80, max: 500, step: 0.5 },
  { key: "distance_m", min: 0, max: 1000, step: 0.5 },
  { key: "air_c", min: -60, max: 80, step: 0.5 },
  { key: "humidity_percent", min: 0, max: 100, step: 1 },
] as const satisfies readonly { key: keyof Surroundings; min: number; max: number; step: number }[];

function Parameters({ thermometer: { around, file, setAround } }: { thermometer: Thermometer }) {
  if (!around || !file) return null;
  return (
    <Popover
      label={t("survey-image:parameters")}
      trigger={
        <Button size="sm" icon={<SlidersHorizontal size={14} aria-hidden="true" />}>
          {t("survey-image:parameters_short", { emissivity: formatNumber(around.emissivity, 2) })}
        </Button>
      }
    >
      <div className={css.parameters}>
        <p className={css.note}>{t("survey-image:parameters_hint")}</p>
        {fields.map(({ key, min, max, step }) => (
          <NumberField
            key={key}
            label={t(`survey-image:parameter.${key}`)}
            value={Number(around[key].toFixed(2))}
            minValue={min}
            maxValue={max}
            step={step}
            onChange={(value) => Number.isFinite(value) && setAround({ ...around, [key]: value })}
          />
        ))}
        <Button size="sm" onPress={() => setAround(file)}>
          {t("survey-image:as_in_file")}
        </Button>
      </div>
    </Popover>
  );
}

function Exports({ thermometer: { grid, file_name, isCelsius } }: { thermometer: Thermometer }) {
  if (!grid) return null;
  const name = file_name
    .split("/")
    .at(-1)!
    .replace(/\.[^.]*$/, "");
  const what = isCelsius ? "celsius" : "counts";
  const icon = <Download size={14} aria-hidden="true" />;
  const csv = () =>
    void temperatureCsv(grid, onward).then(
      (file) => file && saveBlob(file, `${name}_${what}.csv`),
      showFault,
    );
  const tiff = () =>
    saveBlob(new Blob([temperatureTiff(grid)], { type: "image/tiff" }), `${name}_${what}.tiff`);
  return (
    <span className={css.exports}>
      <Button size="sm" kind="quiet" icon={icon} onPress={csv}>
        {t("survey-image:csv")}
      </Button>
      <Button size="sm" kind="quiet" icon={icon} onPress={tiff}>
        {t("survey-image:tiff")}
      </Button>
    </span>
  );
}
