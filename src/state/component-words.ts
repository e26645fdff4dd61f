// How a component is called: the plant's own name where it has one, else its id.
import type { ComponentRow } from "../domain/hierarchy.ts";
import { parentRows } from "./component.ts";
import { namesOf } from "./plant.ts";
import { componentTypeName } from "./value-words.ts";

/** "M-0123". */
export function shortName({ component_type, row }: ComponentRow): string {
  const names = namesOf(component_type);
  return names?.pcs(row) || names?.dtId(row) || "…";
}

/** "Module M-0123". */
export function componentName(at: ComponentRow): string {
  return `${componentTypeName(at.component_type)} ${shortName(at)}`;
}

/** "Group 4 › Tracker 12", from the top down; "" at the top. */
export function pathName(at: ComponentRow): string {
  return parentRows(at).toReversed().map(shortName).join(" › ");
}
