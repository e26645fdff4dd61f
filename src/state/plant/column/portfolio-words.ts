// What a list of plants says of each, in the current language: lost share, money, dangers, age, next step.
import { inStep, plusMinus, sureStep } from "../../../domain/loss/loss-text.ts";
import type { LossShare } from "../../../domain/plant/portfolio.ts";
import {
  lossShare,
  nextStep,
  plantsTotal,
  type PlantsTotal,
} from "../../../domain/plant/portfolio.ts";
import type { PlantStatus } from "../../../domain/plant/plant.ts";
import { formatNumber, formatShare, t } from "../../shell/locale.ts";
import { energyWithRange, moneyWithRange } from "../analysis/energy-words.ts";

/** Shares are said to a tenth of a percent at most. */
const LEAST_STEP = 0.001;

/** "22% ± 6%", with the digits that are sure. */
export function shareWithRange({ share, uncertainty }: LossShare): string {
  const step = sureStep(uncertainty, LEAST_STEP);
  const [value, wide] = inStep(share, uncertainty, step);
  const digits = step >= 0.01 ? 0 : 1;
  return plusMinus(formatShare(value, digits), formatShare(wide, digits));
}

/** The lost share, with "≈" where the expected energy rests on assumptions; "–" where it is not known. */
export function lostShareWords(
  plant: Pick<PlantStatus, "lost_energy" | "expected_mwh" | "expected_assumed">,
): string {
  const share = lossShare(plant);
  if (share === null) return "–";
  const words = shareWithRange(share);
  return plant.expected_assumed ? `≈\u202F${words}` : words;
}

/** "22% ± 6% of its energy lost", or the energy itself where none is expected. */
export function lossLine(plant: Parameters<typeof lostShareWords>[0]): string {
  const { lost_energy, expected_mwh } = plant;
  if (lost_energy === null) return t("plants:lost_energy_unknown");
  return expected_mwh === null
    ? t("plants:lost_energy_only", { energy: energyWithRange(lost_energy) })
    : t("plants:lost_share", { share: lostShareWords(plant) });
}

/** "€1.3 M ± €0.3 M"; "–" where it is not known. */
export function lostMoneyWords({ lost_energy }: Pick<PlantStatus, "lost_energy">): string {
  return lost_energy === null ? "–" : moneyWithRange(lost_energy, lost_energy.currency);
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

/** What to do next. @param now milliseconds since 1970 */
export function stepWords(plant: PlantStatus, now: number): string {
  const step = nextStep(plant, now);
  return step === "safety" ? safetyWords(plant.safety) : t(`plants:step.${step}`);
}

type TotalWords = { readonly energy: string; readonly money: string; readonly safety: string };

/** Totals of these plants; money by currency: "€1.8 M ± €0.4 M · R$20,000 ± R$3,000". */
export function totalWords(
  plants: readonly Pick<PlantStatus, "lost_energy" | "safety">[],
): TotalWords {
  const total: PlantsTotal = plantsTotal(plants);
  const money = total.money.map(({ currency, ...sum }) => moneyWithRange(sum, currency));
  return {
    energy: total.energy === null ? "–" : energyWithRange(total.energy),
    money: money.length === 0 ? "–" : money.join(" · "),
    safety: safetyNumber(total.safety),
  };
}
