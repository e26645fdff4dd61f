// Names of components: the plant's own name where there is one, else the id.
import { joinPath, type ComponentRow } from "../../domain/component/hierarchy.ts";
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

/** "L116 › S2 › E12", from the top down; "" at the top. A prefix that repeats the parent's name is cut. */
export function pathName(at: ComponentRow): string {
  return joinPath(parentRows(at).toReversed().map(shortName));
}
