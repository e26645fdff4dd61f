// A small result file. Users download it to see what their own files need.
import type { ComponentType, Technology } from "../component/component.ts";
import { keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";

const sampled: Readonly<Record<Technology, { type: ComponentType; keys: readonly string[] }>> = {
  photovoltaic: { type: "module", keys: ["delta_t_normalised", "bypass_diode"] },
  parabolic_trough: { type: "absorber_tube", keys: ["heat_loss", "glass_tube_temperature"] },
};

/** Component type of the sample's values. */
export function sampledType(technology: Technology): ComponentType {
  return sampled[technology].type;
}

/** The worst in one of ten components, and a good value in the others. */
function valueFor({ kind, classes, limits, step }: KeyFigure, at: number): string {
  const isBad = at % 10 === 4;
  if (kind === "u8") {
    const severities = classes.map(({ severity }) => severity);
    const wanted = isBad ? Math.max(...severities) : Math.min(...severities);
    return String(classes.find(({ severity }) => severity === wanted)?.value ?? 0);
  }
  const [watch = 1, , act = watch] = limits;
  const value = isBad ? act * 1.1 : watch * (0.5 + 0.03 * (at % 10));
  return String(Math.round(value / step) * step).slice(0, 8);
}

/** CSV with values of some components. */
export function sampleResult(technology: Technology, dt_ids: readonly string[]): string {
  const figures = sampled[technology].keys.flatMap((key) => keyFigureByKey(key) ?? []);
  const cell = (text: string) =>
    /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const heading = ["dt_id", ...figures.map(({ key, unit }) => (unit ? `${key} [${unit}]` : key))];
  const lines = dt_ids.map((dt_id, at) =>
    [cell(dt_id), ...figures.map((figure) => valueFor(figure, at))].join(","),
  );
  return `${[heading.join(","), ...lines].join("\r\n")}\r\n`;
}
