// All components of a type within another one, as people type them: "mirrors l56", "espejos de l56 s4", "lazo 56 tubos".
import { ancestorTypesOf, componentTypes, type ComponentType } from "./component.ts";
import { pathOf, typeWords, type PathStep } from "./component-query.ts";
import { shortPathOf } from "./short-path.ts";
import { foldedLetters } from "../text.ts";

export type Within = {
  readonly component_type: ComponentType;
  /** The component around them, from the top of the hierarchy down. */
  readonly steps: readonly PathStep[];
};

const GAP = String.raw`[\s.:,#>/-]+`;
/** "of the", "in" and the like in English, Spanish and Portuguese, without accents. */
const LINK = String.raw`(?:(?:of|in|de|del|do|da|en|em|no|na)\s+(?:(?:the|la|el)\s+)?)?`;

/**
 * A type without a number, before or after the path of the component around; null where the text is none.
 * @param types that the plant has
 */
export function withinPathOf(typed: string, types: Iterable<ComponentType>): Within | null {
  const text = foldedLetters(typed).trim();
  const present = [...types];
  const known = present
    .flatMap((component_type) =>
      typeWords[component_type].map((word) => ({ component_type, word })),
    )
    .toSorted((a, b) => b.word.length - a.word.length);
  for (const { component_type, word } of known) {
    const rest =
      new RegExp(`^${word}${GAP}${LINK}(.+)$`).exec(text)?.[1] ??
      new RegExp(`^(.+?)${GAP}${word}$`).exec(text)?.[1];
    const within = rest === undefined ? null : withinOf(component_type, rest, present);
    if (within) return within;
  }
  return null;
}

/** Numbers alone are the name of one component rather than a path around it. */
function withinOf(
  component_type: ComponentType,
  text: string,
  types: readonly ComponentType[],
): Within | null {
  const { technology } = componentTypes[component_type];
  const steps = /[a-z]/.test(text) ? (pathOf(text, technology) ?? shortPathOf(text, types)) : null;
  const last = steps?.at(-1);
  if (!steps || !last) return null;
  return ancestorTypesOf(component_type).includes(last.component_type)
    ? { component_type, steps }
    : null;
}
