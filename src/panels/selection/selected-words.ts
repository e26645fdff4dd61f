// "1,204 modules", as values of a text.
import type { ComponentType } from "../../domain/component/component.ts";
import { formatNumber } from "../../state/shell/locale.ts";
import { componentTypeInText } from "../../state/plant/column/value-words.ts";

export function selectedWords(type: ComponentType, count: number): { n: string; type: string } {
  return { n: formatNumber(count), type: componentTypeInText(type, count !== 1) };
}
