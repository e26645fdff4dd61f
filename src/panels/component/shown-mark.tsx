// The symbol of the value that the map shows for a component, in the colour of the map.
import { useAtomValue } from "jotai";
import type { ShownValue } from "../../state/plant/column/shown-value.ts";
import {
  mapColourAtom,
  severityColoursAtom,
  severitySymbol,
} from "../../state/plant/column/value-colour.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";

export function ShownMark({ shown, size = 18 }: { shown: ShownValue; size?: number }) {
  const colours = useAtomValue(severityColoursAtom);
  const mapColour = useAtomValue(mapColourAtom);
  const { severity, keyFigure, value, aggregate } = shown;
  if (value !== value || aggregate === "share") return null;
  return (
    <SeverityMark
      symbol={severity === null ? "square" : severitySymbol(severity)}
      colour={
        severity === null || keyFigure.kind === "u8"
          ? mapColour(keyFigure, value)
          : colours[severity]
      }
      size={size}
    />
  );
}
