// What is not in a sum of losses, in words: the same on screens and in reports.
import type { ComponentType } from "../component/component.ts";
import type { LeftOut } from "./beside-sum.ts";

/** The words of the language of the reader. */
export type BesideSpeech = {
  readonly t: (key: string, values: Readonly<Record<string, string | number>>) => string;
  readonly number: (value: number) => string;
  /** "module", "modules" within a sentence. */
  readonly typeOf: (type: ComponentType, isMany: boolean) => string;
};

/**
 * "54 of 2,000 modules may be faulty. Their loss is in the upper end alone, …": a sentence for each kind of components.
 * @param hasMost false where the sum has no upper end: then nothing is known of them
 */
export function besideTexts(
  all: readonly LeftOut[],
  hasMost: boolean,
  { t, number, typeOf }: BesideSpeech,
): string[] {
  return all.flatMap(({ component_type, unconfirmed, unmeasured, component_count }) => {
    const said = (key: "unconfirmed" | "unmeasured", count: number) =>
      count === 0
        ? []
        : [
            t(`loss:left_out.${key}`, {
              count,
              number: number(count),
              all: number(component_count),
              components: typeOf(component_type, component_count !== 1),
            }),
          ];
    const inUpperEnd = hasMost ? unconfirmed : 0;
    return [
      ...said("unconfirmed", inUpperEnd),
      ...said("unmeasured", unmeasured + unconfirmed - inUpperEnd),
    ];
  });
}
