// The symbol of the value that the map shows for a component, in the colour of the map.
import { useAtomValue } from "jotai";
import type { ShownValue } from "../state/plant/column/shown-value.ts";
import { valueMarkAtom } from "../state/plant/column/value-colour.ts";
import { SeverityMark } from "../ui/chart/severity-mark.tsx";

export function ShownMark({ shown, size = 18 }: { shown: ShownValue; size?: number }) {
  const markOf = useAtomValue(valueMarkAtom);
  const { keyFigure, value, aggregate } = shown;
  if (value !== value || aggregate === "share") return null;
  const { symbol, colour } = markOf(keyFigure, value);
  return <SeverityMark symbol={symbol} colour={colour} size={size} />;
}
