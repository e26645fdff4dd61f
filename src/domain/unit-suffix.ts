/**
 * A unit as it follows a number: " K" after a narrow space; "%" without one, in Spanish after a hard space, as the
 * formats of a share have it.
 * @returns empty where there is no unit
 */
export function unitSuffix(unit: string, locale: string): string {
  if (unit === "") return "";
  if (unit !== "%") return `\u202F${unit}`;
  return locale === "es" ? "\u00A0%" : "%";
}
