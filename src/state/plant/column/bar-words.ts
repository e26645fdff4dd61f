// What a bar on the map stands for, in words.
import { isWorstNotable } from "../../../domain/key-figure/notable.ts";
import type { DrawnBars } from "../../map/drawn-bars.ts";
import { formatNumber, t } from "../../shell/locale.ts";
import { componentTypeInText, severityName } from "./value-words.ts";

/** "36 absorber tubes", "28–56 modules". */
function partWords({ part_type, parts: [least, most] }: DrawnBars): string {
  const count =
    least === most ? formatNumber(most) : `${formatNumber(least)}–${formatNumber(most)}`;
  return `${count} ${componentTypeInText(part_type, most !== 1)}`;
}

/** "Each SCA: worst of 36 absorber tubes"; of changes "Each tracker: share of 60 modules that became worse". */
export function barWords(bars: DrawnBars): string {
  const bar = componentTypeInText(bars.component_type);
  const isWorst = bars.aggregate === "notable" && isWorstNotable(bars.parts[1]);
  const aggregate = isWorst ? "worst" : bars.aggregate;
  const words = { bar, parts: partWords(bars) };
  // Kinds have no order: a bar shows one of them, never a severity.
  if (bars.kinds && aggregate !== "share") {
    const of = bars.kinds === "plain" ? "most" : aggregate === "notable" ? "notable" : "worst";
    return t(`legend:bars.kinds.${of}`, words);
  }
  if (!bars.isChange) return t(`legend:bars.${aggregate}`, words);
  return t(`legend:bars.change.${aggregate === "mean" ? "worst" : aggregate}`, words);
}

/** "drawn: 12 SCAs". */
export function drawnBarsWords({ component_type }: DrawnBars, count: number): string {
  const type = componentTypeInText(component_type, count !== 1);
  return t("legend:bars.drawn", { number: formatNumber(count), type });
}

/** "608 SCAs drawn in view · 12 filtered out · 9 not coloured: fewer than 10 % pass · 3 not measured". */
export function allBarsWords({ component_type, count, missing, filtered, few }: DrawnBars): string {
  const all = count + missing + (filtered ?? 0) + few;
  const type = componentTypeInText(component_type, all !== 1);
  const words = [t("legend:bars.in_view", { number: formatNumber(all), type })];
  if (filtered) words.push(t("legend:bars.filtered", { number: formatNumber(filtered) }));
  if (few > 0) words.push(t("legend:bars.few", { number: formatNumber(few) }));
  if (missing > 0) words.push(t("legend:bars.missing", { missing: formatNumber(missing) }));
  return words.join(" · ");
}

/** "Dots: 31 modules that match the filters, in bars that are not coloured"; says where the dots are hidden. */
export function fewDotsWords({ part_type, fewDots }: DrawnBars, areShown: boolean): string {
  const type = componentTypeInText(part_type, fewDots !== 1);
  return t(areShown ? "legend:bars.few_dots" : "legend:bars.few_dots_hidden", {
    count: fewDots,
    number: formatNumber(fewDots),
    type,
  });
}

/** "Dots: 124 absorber tubes “act now” in bars that show less"; says where the dots are hidden. */
export function dotsWords({ part_type, dots }: DrawnBars, areShown: boolean): string {
  const type = componentTypeInText(part_type, dots !== 1);
  return t(areShown ? "legend:bars.dots" : "legend:bars.dots_hidden", {
    count: dots,
    number: formatNumber(dots),
    type,
    severity: severityName(3),
  });
}
