// Which columns the map draws, and on which part of its width.
import type { ColouredColumn } from "./coloured-column.ts";
import type { ComponentData } from "./component-data.ts";

export type DrawnSide = "this" | "other";
/** A part of the map's width, 0 left edge to 1 right edge. */
export type Span = readonly [from: number, to: number];

/** A null column: that analysis has no values of the key figure, or they are not loaded. It is drawn without colours. */
export type DrawnPart = {
  readonly side: DrawnSide;
  readonly column: ColouredColumn | null;
  readonly span: Span;
};

const WHOLE: Span = [0, 1];

/**
 * The parts of the map from left to right: one, or both sides of the swipe. Values of one analysis never appear under
 * the name of the other, also where the other has none.
 */
export function drawnParts({
  column,
  comparison,
}: Pick<ComponentData, "column" | "comparison">): readonly DrawnPart[] {
  if (comparison?.mode === "difference") {
    return [{ side: "this", column: comparison.difference, span: WHOLE }];
  }
  if (comparison?.mode !== "swipe") return [{ side: "this", column, span: WHOLE }];
  const { position, other, isOtherOlder } = comparison;
  const [left, right]: readonly [Span, Span] = [
    [0, position],
    [position, 1],
  ];
  const own = (span: Span): DrawnPart => ({ side: "this", column, span });
  const others = (span: Span): DrawnPart => ({ side: "other", column: other, span });
  return isOtherOlder ? [others(left), own(right)] : [own(left), others(right)];
}

/** The part at a place of the map's width, 0 to 1. */
export function drawnPartAt(
  data: Pick<ComponentData, "column" | "comparison">,
  across: number,
): DrawnPart {
  const parts = drawnParts(data);
  return parts.find(({ span }) => across < span[1]) ?? parts.at(-1)!;
}

/** The column of the current analysis, or of the difference: what 3D draws and the legend counts. */
export function currentColumn({
  column,
  comparison,
}: Pick<ComponentData, "column" | "comparison">): ColouredColumn | null {
  return comparison?.mode === "difference" ? comparison.difference : column;
}

/** The part of the map that shows the current analysis: layers that belong to it alone are drawn there. */
export function currentSpan(comparison: ComponentData["comparison"]): Span {
  const parts = drawnParts({ column: null, comparison });
  return parts.find(({ side }) => side === "this")?.span ?? WHOLE;
}
