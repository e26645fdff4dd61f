// Lost energy as text in the current language.
import type { LostEnergy } from "../../../domain/plant/lost-energy.ts";
import { besideTexts } from "../../../domain/loss/beside-text.ts";
import {
  energyRangeText,
  energyTableText,
  energyText,
  type Energy,
} from "../../../domain/loss/energy-text.ts";
import {
  moneyRangeText,
  moneyTableText,
  type MoneyNotation,
} from "../../../domain/loss/money-text.ts";
import type { TableText } from "../../../domain/loss/loss-text.ts";
import type { Price } from "../../../domain/loss/loss-settings.ts";
import { formatMoney, formatNumber, locale, t } from "../../shell/locale.ts";
import { componentTypeInText } from "../column/value-words.ts";

/** Electric energy per year: "12.4 GWh/a", "310 MWh/a", "4.2 MWh/a", "140 kWh/a". */
export function formatEnergy(mwh: number): string {
  return energyText(mwh, locale());
}

/** "310 ± 40 MWh/a", with the digits that are sure. */
export function energyWithRange(energy: Energy): string {
  return energyRangeText(energy, { locale: locale(), lessThan, upTo });
}

/** A table of energies whose groups of parts add up to the whole as they are shown. */
export function energyTable(groups: readonly (readonly Energy[])[], whole: Energy): TableText {
  return energyTableText(groups, whole, { locale: locale(), lessThan, upTo });
}

/** "less than €0.1 M": of what is 0 in the digits that are sure; "€0.0 M ± €0.1 M" says nothing to a reader. */
function lessThan(amount: string): string {
  return t("loss:less_than", { amount });
}

/** "28 ± 6 MWh/a, up to 70 MWh/a": where modules beside a sum may be faulty. */
function upTo(sum: string, most: string): string {
  return t("loss:up_to", { sum, most });
}

/** An answer that an earlier version kept for use without a network has neither. */
type Sum = Partial<Pick<LostEnergy, "left_out">> & { readonly most?: unknown };

/** What is not in a sum of losses, a sentence for each kind of components; none where it has all. */
export function besideWords({ left_out = [], most = null }: Sum): string[] {
  return besideTexts(left_out, most !== null, {
    t: (key, values) => t(key, values),
    number: (value) => formatNumber(value),
    typeOf: componentTypeInText,
  });
}

/** What the upper end of a sum takes as faulty; none where it has no upper end. */
export function unconfirmedWords({ left_out = [], most = null }: Sum): string[] {
  if (most === null) return [];
  return besideWords({ most, left_out: left_out.map((one) => ({ ...one, unmeasured: 0 })) });
}

type Money = {
  readonly money: number;
  readonly uncertainty: { readonly money: number };
  readonly most?: { readonly money: number } | null;
};

const notationOf = (currency: string): MoneyNotation => ({
  locale: locale(),
  currency,
  million: t("shell:million"),
  lessThan,
  upTo,
});

/** Says that there is no price, else: "€18,600 ± €2,400", "€1.3 M ± €0.2 M", with the digits that are sure. */
export function moneyWithRange(one: Money, { currency, tariff }: Price): string {
  return tariff === null ? t("loss:no_price") : moneyRangeText(one, notationOf(currency));
}

/** "€18,600 ± €2,400/a"; null where no price is stated: the panel says once that there is none. */
export function moneyAYear(one: Money, price: Price): string | null {
  return price.tariff === null ? null : t("loss:per_year", { money: moneyWithRange(one, price) });
}

/** "310 ± 40 MWh/a, €18,600 ± €2,400 a year"; the energy alone where no price is stated. */
export function worthWords(one: Energy & Money, price: Price): string {
  const energy = energyWithRange(one);
  if (price.tariff === null) return energy;
  return t("loss:worth", { energy, money: moneyWithRange(one, price) });
}

/** What is lost in money, with "≈" where the price of energy is assumed. */
export function lostMoney(lost: LostEnergy): string {
  const { money, uncertainty, most, currency } = lost;
  if (money === null || uncertainty.money === null) return t("loss:no_price");
  const words = moneyRangeText(
    {
      money,
      uncertainty: { money: uncertainty.money },
      most: most?.money ? { money: most.money } : null,
    },
    notationOf(currency),
  );
  return lost.money_assumed ? `≈\u202F${words}` : words;
}

/** "≈ €1.3 M ± €0.3 M/a", where nothing beside it says that it is a year's; says so where there is no price. */
export function lostMoneyAYear(lost: LostEnergy): string {
  const money = lostMoney(lost);
  return lost.money === null ? money : t("loss:per_year", { money });
}

/** A table of amounts whose groups of parts add up to the whole as they are shown. Null where no price is stated. */
export function moneyTable(
  groups: readonly (readonly Money[])[],
  whole: Money,
  { currency, tariff }: Price,
): TableText | null {
  return tariff === null ? null : moneyTableText(groups, whole, notationOf(currency));
}

/** "–" where it is not known. */
export function formatLostEnergy(energy: LostEnergy | null): string {
  return energy === null ? "–" : energyWithRange(energy);
}

/** "€230"; says that there is none where the plant does not state it. */
export function costWords(cost: number | null, currency: string): string {
  return cost === null ? t("loss:no_cost") : formatMoney(cost, currency);
}

/** "€60" for a MWh. */
export function tariffWords({ tariff, currency }: Price): string {
  return tariff === null ? t("loss:no_price") : formatMoney(tariff, currency, 1000);
}
