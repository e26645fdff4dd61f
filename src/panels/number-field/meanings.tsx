// The meanings of a text that has two: a press takes one.
import { Button } from "../../ui/button.tsx";
import { numberText, type NumberFault } from "./number-text.ts";
import css from "./number-field.module.css";

type MeaningsProps = {
  fault: NumberFault | null;
  unit?: string | undefined;
  onTake: (value: number) => void;
};

export function Meanings({ fault, unit, onTake }: MeaningsProps) {
  if (fault?.kind !== "ambiguous") return null;
  return (
    <div className={css.meanings}>
      {fault.meanings.map((one) => (
        <Button key={one} size="sm" onPress={() => onTake(one)}>
          {understood(one, unit)}
        </Button>
      ))}
    </div>
  );
}

/** Without marks between thousands: these have two meanings, too. */
export const understood = (value: number, unit: string | undefined) =>
  `${numberText(value)}${unit ? ` ${unit}` : ""}`;
