// Names of components: the plant's own name where there is one, else the id.
import { joinPath, type ComponentRow } from "../../../domain/component/hierarchy.ts";
import { parentRows } from "./component.ts";
import { namesOf } from "../plant.ts";
import { componentTypeName } from "../column/value-words.ts";

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

/** The name of a component below another one: "E12 › T2", without what the name of the upper one says. */
export function nameUnder(over: ComponentRow, at: ComponentRow): string {
  const parents = parentRows(at).toReversed();
  const from = parents.findIndex(
    ({ component_type, row }) => component_type === over.component_type && row === over.row,
  );
  const between = [over, ...parents.slice(from + 1), at].map(shortName);
  return joinPath(between).slice(`${shortName(over)} › `.length);
}
