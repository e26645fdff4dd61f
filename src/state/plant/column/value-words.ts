// Values, classes and component types as text in the current language.
import type { ComponentType } from "../../../domain/component/component.ts";
import type { KeyFigure, Severity } from "../../../domain/key-figure/key-figure.ts";
import { decimalsOf, valueRangeText } from "../../../domain/key-figure/value-range-text.ts";
import { roundToStep } from "../../../domain/key-figure/severity.ts";
import { unitSuffix } from "../../../domain/unit-suffix.ts";
import { locale, t } from "../../shell/locale.ts";

/** "Heat loss". */
export function keyFigureName({ key }: Pick<KeyFigure, "key">): string {
  return t(`key-figure:${key}.name`);
}

/** One sentence: what is measured. */
export function keyFigureDescription({ key }: Pick<KeyFigure, "key">): string {
  return t(`key-figure:${key}.description`);
}

/** Where its definition and its limits come from. */
export function keyFigureSource({ key }: Pick<KeyFigure, "key">): string {
  return t(`key-figure:${key}.source`);
}

/** "Vacuum loss begins"; the number where the catalogue has no such class. */
export function className(keyFigure: KeyFigure, value: number): string {
  const found = keyFigure.classes.find((one) => one.value === value);
  return found ? t(`key-figure:${keyFigure.key}.classes.${found.key}`) : String(value);
}

/** "Good", "Watch", "Poor", "Act". */
export function severityName(severity: Severity): string {
  return t(`component:severity.${severity}`);
}

/** "Absorber tube", or "Absorber tubes" for many. */
export function componentTypeName(type: ComponentType, many = false): string {
  return t(`component:type.${type}.${many ? "many" : "one"}`);
}

/** The name inside a sentence: "absorber tubes", but "SCAs". */
export function componentTypeInText(type: ComponentType, many = false): string {
  const name = componentTypeName(type, many);
  const isAcronym = name.slice(0, 2) === name.slice(0, 2).toLocaleUpperCase();
  return isAcronym ? name : name.charAt(0).toLocaleLowerCase() + name.slice(1);
}

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(digits: number, least = 0): Intl.NumberFormat {
  const key = `${locale()} ${digits} ${least}`;
  const known =
    formats.get(key) ??
    new Intl.NumberFormat(locale(), {
      maximumFractionDigits: digits,
      minimumFractionDigits: least,
    });
  formats.set(key, known);
  return known;
}

/** A value with as many decimals as its step has, without its unit. */
export function formatMeasured({ step }: Pick<KeyFigure, "step">, value: number): string {
  return numberFormat(decimalsOf({ step })).format(roundToStep({ step }, value));
}

/** The same with all decimals, so that the numbers of a column stand below each other: "4.0" below "12.3". */
export function formatFixed({ step }: Pick<KeyFigure, "step">, value: number): string {
  const digits = decimalsOf({ step });
  return numberFormat(digits, digits).format(roundToStep({ step }, value));
}

/** A limit as it was set: rounded, it would say something else than what is judged. */
const formatLimit = (value: number) => numberFormat(6).format(value);

/** "12.3 K", "Severe heat loss", "–" where there is none. */
export function formatValue(keyFigure: KeyFigure, value: number | null | undefined): string {
  if (value === null || value === undefined || value !== value) return "–";
  if (keyFigure.kind === "u8") return className(keyFigure, value);
  const { unit } = keyFigure;
  return `${formatMeasured(keyFigure, value)}${unitSuffix(unit, locale())}`;
}

/** "14.7 ± 1.9 K": of a measured value and its uncertainty. */
export function formatRange(
  keyFigure: Pick<KeyFigure, "step" | "unit">,
  value: number,
  wide: number,
): string {
  return valueRangeText(keyFigure, value, wide, locale());
}

/** "Glass tube temperature (°C)". */
export function keyFigureTitle(keyFigure: KeyFigure): string {
  const name = keyFigureName(keyFigure);
  return keyFigure.unit === "" ? name : `${name} (${keyFigure.unit})`;
}

/** What a severity means in values: "< 20 K", "20 to 40 K", "≥ 40 K". */
export function severityRange(
  keyFigure: KeyFigure,
  limits: readonly number[],
  severity: number,
): string {
  const unit = unitSuffix(keyFigure.unit, locale());
  const from = limits[severity - 1];
  const to = limits[severity];
  const [toBad, toGood] = keyFigure.direction === "lower_is_worse" ? ["≤", ">"] : ["≥", "<"];
  const size = keyFigure.direction === "both" ? "|x| " : "";
  if (from === undefined)
    return to === undefined ? "" : `${size}${toGood} ${formatLimit(to)}${unit}`;
  if (to === undefined) return `${size}${toBad} ${formatLimit(from)}${unit}`;
  return `${size}${formatLimit(from)} – ${formatLimit(to)}${unit}`;
}
