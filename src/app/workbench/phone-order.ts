// The order of the panels' buttons on a phone, where four of them fit: what is done in the field comes first.

/** IDs of the panels that a person who writes observations uses first. */
const inTheField = ["observations", "find", "work-orders", "component"];

/** @param mayObserve whether the person writes observations; others keep the order of the rail */
export function phoneOrder<One extends { readonly id: string }>(
  panels: readonly One[],
  mayObserve: boolean,
): One[] {
  if (!mayObserve) return [...panels];
  const place = ({ id }: One) => inTheField.indexOf(id) + 1 || inTheField.length + 1;
  return panels.toSorted((a, b) => place(a) - place(b));
}
