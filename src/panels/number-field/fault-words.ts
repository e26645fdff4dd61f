// Why a text is not taken over as a number, in words.
import { formatNumber, t } from "../../state/shell/locale.ts";
import type { NumberFault, NumberSetting } from "./number-text.ts";

const DIGITS = 12;
type Limits = Pick<NumberSetting, "minValue" | "maxValue" | "isAbove" | "unit">;

export function faultWords(fault: NumberFault, text: string, limits: Limits): string {
  switch (fault.kind) {
    case "bad":
      return t("shell:number.bad", { example: formatNumber(12.5) });
    case "unit":
      return t("shell:number.unit", { unit: limits.unit ?? "" });
    case "whole":
      return t("shell:number.whole");
    case "ambiguous":
      return t("shell:number.ambiguous", { text: text.trim() });
    case "outside":
      return outsideWords(limits);
  }
}

/** Which numbers a field takes. */
export function outsideWords({ minValue, maxValue, isAbove }: Limits): string {
  const [least, greatest] = [minValue, maxValue].map((limit) =>
    limit === undefined ? undefined : formatNumber(limit, DIGITS),
  );
  if (isAbove && least !== undefined && greatest !== undefined)
    return t("shell:number.above", { least, greatest });
  if (least !== undefined && greatest !== undefined)
    return t("shell:number.between", { least, greatest });
  if (least !== undefined) return t("shell:number.at_least", { least });
  return t("shell:number.at_most", { greatest: greatest ?? "" });
}
