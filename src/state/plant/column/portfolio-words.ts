// What a list of plants says of each, in the current language: lost share, money, dangers, age, next step.
import { lossDefaults } from "../../../domain/loss/loss-settings.ts";
import { inStep, plusMinus, sureStep } from "../../../domain/loss/loss-text.ts";
import type { LossShare } from "../../../domain/plant/portfolio.ts";
import {
  lossShare,
  nextStep,
  plantsTotal,
  type PlantsTotal,
} from "../../../domain/plant/portfolio.ts";
import type { PlantStatus } from "../../../domain/plant/plant.ts";
import { formatElapsed, formatNumber, formatShare, t } from "../../shell/locale.ts";
import { siteClock } from "../../shell/site-clock.ts";
import { energyWithRange, lostMoney, moneyWithRange } from "../analysis/energy-words.ts";

/** Shares are said to a tenth of a percent at most. */
const LEAST_STEP = 0.001;

/** "22% ± 6%", "22% ± 6%, up to 31%", with the digits that are sure. */
export function shareWithRange({
  share,
  uncertainty,
  most,
}: Pick<LossShare, "share" | "uncertainty" | "most">): string {
  const step = sureStep(uncertainty, LEAST_STEP);
  const [value, wide] = inStep(share, uncertainty, step);
  const digits = step >= 0.01 ? 0 : 1;
  const sum = plusMinus(formatShare(value, digits), formatShare(wide, digits));
  if (most === null) return sum;
  // Rounding never takes from an upper end.
  const end = Math.ceil(most / step - 1e-9) * step;
  const upper = formatShare(Math.min(1, end), digits);
  // Of a sum of which no digit is sure, the upper end alone.
  return value === 0
    ? t("loss:less_than", { amount: upper })
    : t("loss:up_to", { sum, most: upper });
}

/** From so much of a plant on, a survey speaks of all of it: a few components are always out of sight. */
const NEARLY_ALL = 0.95;

type Lossy = Pick<PlantStatus, "lost_energy" | "expected_mwh" | "expected_assumed">;

/** The lost share, and the part of the plant that it is of; null for nearly all of it. */
function shareOf(plant: Lossy): { readonly share: string; readonly part: string | null } | null {
  const known = lossShare(plant);
  if (known === null) return null;
  const range = shareWithRange(known);
  const share = plant.expected_assumed ? `≈\u202F${range}` : range;
  if (known.coverage >= NEARLY_ALL) return { share, part: null };
  // Less than a part is never said to be that part.
  const part = Math.floor(known.coverage * 100) / 100;
  const least = t("loss:less_than", { amount: formatShare(0.01, 0) });
  return { share, part: part === 0 ? least : formatShare(part, 0) };
}

/** The lost share, with "≈" where the expected energy rests on assumptions; "–" where it is not known. */
export function lostShareWords(plant: Lossy): string {
  const known = shareOf(plant);
  if (known === null) return "–";
  const { share, part } = known;
  return part === null ? share : t("plants:of_measured", { share, part });
}

/** "22% ± 6% of its energy lost", or the energy itself where none is expected. */
export function lossLine(plant: Lossy): string {
  const { lost_energy, expected_mwh } = plant;
  if (lost_energy === null) return t("plants:lost_energy_unknown");
  const known = expected_mwh === null ? null : shareOf(plant);
  if (known === null) return t("plants:lost_energy_only", { energy: energyWithRange(lost_energy) });
  const { share, part } = known;
  return part === null
    ? t("plants:lost_share", { share })
    : t("plants:lost_share_part", { share, part });
}

/** "€1.3 M ± €0.3 M", with "≈" where the price is assumed; "–" where it is not known. */
export function lostMoneyWords({ lost_energy }: Pick<PlantStatus, "lost_energy">): string {
  return lost_energy === null ? "–" : lostMoney(lost_energy);
}

/** "395", "at least 395"; "–" where the newest analysis cannot say so. */
export function safetyNumber(safety: PlantStatus["safety"]): string {
  if (safety === null) return "–";
  const number = formatNumber(safety.count);
  return safety.is_exact ? number : t("plants:at_least", { number });
}

/** "395 safety findings", "No safety finding". */
export function safetyWords(safety: PlantStatus["safety"]): string {
  if (safety === null) return t("plants:safety_unknown");
  if (safety.count === 0) return t("plants:safety_none");
  const values = { count: safety.count, number: formatNumber(safety.count) };
  return safety.is_exact ? t("plants:safety", values) : t("plants:safety_least", values);
}

/** "395 safety findings (12 done or dismissed)". */
export function safetyLine({
  safety,
  safety_handled,
}: Pick<PlantStatus, "safety" | "safety_handled">): string {
  const words = safetyWords(safety);
  if (safety === null || safety_handled === 0) return words;
  return t("plants:safety_handled", { safety: words, number: formatNumber(safety_handled) });
}

/** What to do next: "Fix the safety findings (395)". @param now milliseconds since 1970 */
export function stepWords(plant: PlantStatus, now: number): string {
  const step = nextStep(plant, now);
  const words = t(`plants:step.${step}`);
  return step === "safety" ? `${words} (${safetyNumber(plant.safety)})` : words;
}

/** "analysed 3 months ago · some values of 3 Mar 2025"; null before the first analysis. */
export function ageWords({
  last_survey_at,
  oldest_result_at,
  time_zone,
}: Pick<PlantStatus, "last_survey_at" | "oldest_result_at" | "time_zone">): string | null {
  if (last_survey_at === null) return null;
  const age = t("plants:surveyed", { when: formatElapsed(last_survey_at) });
  const partly = partlyWords({ last_survey_at, oldest_result_at, time_zone });
  return partly === null ? age : `${age} · ${partly}`;
}

/** "some values of 3 Mar 2025" where the newest analysis did not measure all; else null. */
export function partlyWords({
  last_survey_at,
  oldest_result_at,
  time_zone,
}: Pick<PlantStatus, "last_survey_at" | "oldest_result_at" | "time_zone">): string | null {
  if (last_survey_at === null || oldest_result_at === null) return null;
  if (Date.parse(oldest_result_at) >= Date.parse(last_survey_at)) return null;
  return t("plants:partly", { date: siteClock(time_zone).day(oldest_result_at) });
}

type TotalWords = { readonly energy: string; readonly money: string; readonly safety: string };

/** Totals of these plants; money by currency: "€1.8 M ± €0.4 M · R$20,000 ± R$3,000". */
export function totalWords(
  plants: readonly Pick<PlantStatus, "lost_energy" | "safety">[],
): TotalWords {
  const total: PlantsTotal = plantsTotal(plants);
  const money = total.money.map(({ currency, money_assumed, ...sum }) => {
    const words = moneyWithRange(sum, { currency, tariff: lossDefaults.tariff });
    return money_assumed ? `≈\u202F${words}` : words;
  });
  return {
    energy: total.energy === null ? "–" : energyWithRange(total.energy),
    money: money.length === 0 ? "–" : money.join(" · "),
    safety: safetyNumber(total.safety),
  };
}
