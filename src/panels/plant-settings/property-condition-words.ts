// The condition of a property in words.
import type {
  CustomComponentProperty,
  PropertyCondition,
} from "../../domain/plant/custom-component-property.ts";
import { locale, t } from "../../state/shell/locale.ts";

/** The values that a condition on this property can name. */
export function conditionChoices({ data_type, options }: CustomComponentProperty): readonly {
  readonly value: PropertyCondition["values"][number];
  readonly label: string;
}[] {
  if (data_type === "options") {
    return (options ?? []).map(({ id, label }) => ({ value: id, label }));
  }
  const words =
    data_type === "checkbox" ? (["ticked", "unticked"] as const) : (["yes", "no"] as const);
  return words.map((word, at) => ({
    value: at === 0,
    label: t(`plant-settings:property.${word}`),
  }));
}

/** "Only where “Damage” is Cracked or Broken"; null for a property that always applies. */
export function conditionWords(
  { condition }: CustomComponentProperty,
  all: readonly CustomComponentProperty[],
): string | null {
  const parent = condition && all.find(({ id }) => id === condition.property_id);
  if (!parent) return null;
  const chosen = conditionChoices(parent).filter(({ value }) => condition.values.includes(value));
  const either = new Intl.ListFormat(locale(), { type: "disjunction" });
  const values = either.format(chosen.map(({ label }) => label));
  return t("plant-settings:property.only_where", { name: parent.name, values });
}
