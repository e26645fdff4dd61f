// Metered energy as text in the current language.

import { LEAST_COVERAGE, LEAST_KNOWN, type ComparedMeter } from "../../../domain/meter/meter.ts";
import { formatDay, formatNumber, formatShare, locale, t } from "../../shell/locale.ts";

const KWH = 0.001;

/** Energy that was metered, of a period of any length: "12.34 GWh", "310 MWh", "42 kWh". */
export function meteredEnergy(mwh: number): string {
  const size = Math.abs(mwh);
  const [per, unit] =
    size >= 1000 ? [1000, "GWh"] : size >= 1 || size === 0 ? [1, "MWh"] : [KWH, "kWh"];
  const value = mwh / per;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${formatNumber(value, digits)}\u202F${unit}`;
}

/** "+1.2 %", "−3.1 %"; 0 has no sign. */
export function signedShare(share: number): string {
  return new Intl.NumberFormat(locale(), {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(share);
}

/** A difference of two shares: "−1.9 points". */
export function signedPoints(share: number): string {
  const value = new Intl.NumberFormat(locale(), {
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(share * 100);
  return t("metered-energy:points", { value });
}

/** Days with the last one in it: "1 Aug 2025 to 31 Jul 2026". */
export function dayRange({ from, to }: { readonly from: string; readonly to: string }) {
  const last = new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10);
  return { from: formatDay(from), to: formatDay(last < from ? from : last) };
}

/** Says that a calculated loss does not know enough of its components to be compared with a meter; null where it does. */
export function knownWords({ known_share }: { readonly known_share: number }): string | null {
  if (known_share >= LEAST_KNOWN) return null;
  const [share, least] = [
    formatShare(Math.floor(known_share * 1000) / 1000),
    formatShare(LEAST_KNOWN, 0),
  ];
  return t("metered-energy:known_share", { share, least });
}

/** Why a meter is not compared with others; null where it is. */
export function aloneWords(meter: ComparedMeter): string | null {
  if (meter.against_others !== null) return null;
  const least = formatShare(LEAST_COVERAGE, 0);
  const reason = meter.is_plant
    ? "plant"
    : meter.dt_id === null
      ? "component"
      : meter.coverage < LEAST_COVERAGE
        ? "coverage"
        : "others";
  return t("metered-energy:alone", { reason: t(`metered-energy:reason.${reason}`, { least }) });
}
