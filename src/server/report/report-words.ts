// Words and numbers of a report in its language.
import { valueAt } from "../../domain/column/column.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { keyFigureByKey, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { decimalsOf, valueRangeText } from "../../domain/key-figure/value-range-text.ts";
import { roundToStep } from "../../domain/key-figure/severity.ts";
import type { LeftOut } from "../../domain/loss/beside-sum.ts";
import type { LossSplit } from "../../domain/loss/loss-split.ts";
import { lossGroups, type Recovery } from "../../domain/loss/recovery.ts";
import { besideTexts } from "../../domain/loss/beside-text.ts";
import { energyRangeText, energyTableText, type Energy } from "../../domain/loss/energy-text.ts";
import {
  moneyRangeText,
  moneyTableText,
  moneyText,
  type Money,
  type MoneyNotation,
} from "../../domain/loss/money-text.ts";
import type { ModulePower } from "../../domain/loss/module-power.ts";
import { modulePowerText } from "../../domain/loss/module-power-text.ts";
import { unitSuffix } from "../../domain/unit-suffix.ts";
import { translate } from "../translate.ts";
import { uncertaintyOf, type ReadFigure, type ReportData } from "./report-data.ts";
import type { ReportInput } from "./report-input.ts";

export type ReportWords = ReturnType<typeof wordsOf>;

/** A name within a sentence: "modules", "SCAs". */
const inText = (name: string) =>
  /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLocaleLowerCase() + name.slice(1);

export function wordsOf({ locale, plant, loss }: Pick<ReportInput, "locale" | "plant" | "loss">) {
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value);
  const upTo = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
  const t = (key: string, values: Record<string, string | number> = {}) =>
    translate(locale, key.includes(":") ? key : `report:${key}`, values);
  const nameOf = ({ key }: KeyFigure) => t(`key-figure:${key}.name`);
  const nameByKey = (key: string) => {
    const figure = keyFigureByKey(key);
    return figure ? nameOf(figure) : key;
  };
  const { currency, tariff } = loss;
  const unpriced = tariff === null ? t("loss:no_price") : null;
  const money = (value: number) => moneyText(value, { locale, currency }, 0);
  const energyWithRange = (energy: Energy) => energyRangeText(energy, notation);
  const lessThan = (amount: string) => t("loss:less_than", { amount });
  const upper = (sum: string, most: string) => t("loss:up_to", { sum, most });
  const million = t("shell:million");
  const notation: MoneyNotation = { locale, currency, million, lessThan, upTo: upper };
  return {
    t,
    number,
    share: (part: number, of: number) =>
      of > 0 ? `${number((part / of) * 100, 1)}${unitSuffix("%", locale)}` : "–",
    money,
    /** Without a price of energy a table has no column of money. */
    hasPrice: unpriced === null,
    /** "€230"; says that there is none where the plant does not state it. */
    cost: (value: number | null) => (value === null ? t("loss:no_cost") : money(value)),
    /** What is lost or brought back a year: money, and where the plant states no price the energy. */
    worthOf: (loss: Energy & Money) =>
      unpriced === null ? moneyRangeText(loss, notation) : energyWithRange(loss),
    /** "€450,000 ± €50,000": with the digits that are sure, as on the screen. */
    moneyWithRange: (sum: Money) => unpriced ?? moneyRangeText(sum, notation),
    /** "7.6 ± 0.8 GWh/a": with the digits that are sure, as on the screen. */
    energyWithRange,
    /** The tables of a split loss, whose parts add up as they are written, as on the screen. */
    lossTexts: (split: LossSplit, recovery: Recovery) => {
      const groups = lossGroups(split, recovery);
      const none = { groups: groups.map((parts) => parts.map(() => "")), whole: "" };
      return {
        energy: energyTableText(groups, split.total, notation),
        money: unpriced === null ? moneyTableText(groups, split.total, notation) : none,
      };
    },
    /** What is not in a sum of losses, as on the screen. */
    beside: ({ left_out, most }: { left_out: readonly LeftOut[]; most: unknown }) =>
      besideTexts(left_out, most !== null, {
        t,
        number,
        typeOf: (type, isMany) => inText(t(`component:type.${type}.${isMany ? "many" : "one"}`)),
      }),
    /** "54 MW / 100,000 modules = 540 W ± 10% each", as on the screen. */
    modulePower: (power: ModulePower) =>
      modulePowerText(power, plant.capacity_estimated, {
        t,
        number: upTo,
        share: (share) => `${number(share * 100)}${unitSuffix("%", locale)}`,
      }),
    day: (instant: string) =>
      // The words are British English.
      new Intl.DateTimeFormat(locale === "en" ? "en-GB" : locale, {
        dateStyle: "long",
        timeZone: plant.time_zone,
      }).format(new Date(instant)),
    nameOf,
    nameByKey,
    /** Whether an imported file states the values of a key figure, or they were evaluated. */
    originOf: ({ id }: KeyFigure, { survey }: Pick<ReportInput, "survey">) =>
      survey.columns.some(({ key_figure_id, is_stated }) => key_figure_id === id && is_stated)
        ? t("value_stated")
        : t("value_evaluated"),
    /** "Broken glass"; the words for a finding without a name where `fault` is null. */
    faultOf(named: ReadFigure | undefined, fault: number | null): string {
      const found = named?.figure.classes.find(({ value }) => value === fault);
      if (!named || !found) return t("no_name");
      return t(`key-figure:${named.figure.key}.classes.${found.key}`);
    },
    /** "3 modules": of a type, in the number that fits. */
    countOf: (count: number, type: ComponentType) =>
      `${number(count)} ${inText(t(`component:type.${type}.${count === 1 ? "one" : "many"}`))}`,
    typeOf: (type: ComponentType) => inText(t(`component:type.${type}.many`)),
    /** "900 ± 171 W/m", or the words of the class. */
    valueOf(data: ReportData, read: ReadFigure, row: number): string {
      const value = valueAt(read.values, row);
      if (value !== value) return "–";
      const { figure } = read;
      if (figure.kind === "u8") {
        const found = figure.classes.find((one) => one.value === value);
        return found ? t(`key-figure:${figure.key}.classes.${found.key}`) : String(value);
      }
      const wide = uncertaintyOf(data, read, row);
      if (wide !== null) return valueRangeText(figure, value, wide, locale);
      const unit = unitSuffix(figure.unit, locale);
      return `${number(roundToStep(figure, value), decimalsOf(figure))}${unit}`;
    },
    limitsOf: ({ limits, figure }: ReadFigure) =>
      limits.map((limit) => number(limit, decimalsOf(figure))).join(" / "),
  };
}
