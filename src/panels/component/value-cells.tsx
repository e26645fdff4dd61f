// Table cells of a value: the symbols in one column, the numbers below each other at their decimal sign, the units
// in a column of their own. A class in words takes the columns of number and unit.
import { useAtomValue } from "jotai";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { decimalsOf } from "../../domain/key-figure/value-range-text.ts";
import { seenNumberAtom } from "../../state/plant/column/detection-limit.ts";
import {
  classColourAtom,
  severityAtom,
  severityColoursAtom,
  severitySymbol,
} from "../../state/plant/column/value-colour.ts";
import { formatFixed, formatValue, severityName } from "../../state/plant/column/value-words.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { classes } from "../../ui/class-name.ts";
import css from "./values.module.css";

type CellsProps = { keyFigure: KeyFigure; value: number | null; decimals: number };

export function ValueCells({ keyFigure, value, decimals }: CellsProps) {
  const severity = useAtomValue(severityAtom)(keyFigure, value);
  const colours = useAtomValue(severityColoursAtom);
  const classColour = useAtomValue(classColourAtom);
  return (
    <>
      <td className={css.mark}>
        {severity === null || value === null ? null : (
          <SeverityMark
            symbol={severitySymbol(severity)}
            colour={keyFigure.kind === "u8" ? classColour(keyFigure, value) : colours[severity]}
            label={severityName(severity)}
          />
        )}
      </td>
      <NumberCells keyFigure={keyFigure} value={value} decimals={decimals} />
    </>
  );
}

/** `isSoft`: of the neighbours, which have the unit of the value beside them. */
export function NumberCells(props: CellsProps & { isSoft?: boolean }) {
  const { keyFigure, value, decimals, isSoft = false } = props;
  const seenNumber = useAtomValue(seenNumberAtom);
  const soft = isSoft && css.soft;
  if (keyFigure.kind === "u8") {
    return (
      <td colSpan={isSoft ? 1 : 2} className={classes(css.word, soft)}>
        {formatValue(keyFigure, value)}
      </td>
    );
  }
  const missing = value === null;
  return (
    <>
      <td className={classes(css.number, soft)}>
        {missing ? "–" : isSoft ? formatFixed(keyFigure, value) : seenNumber(keyFigure, value)}
        <span aria-hidden="true" className={css.room}>
          {roomFor(decimals, missing ? 0 : decimalsOf(keyFigure))}
        </span>
      </td>
      {isSoft ? null : <td className={css.unit}>{missing ? null : keyFigure.unit}</td>}
    </>
  );
}

/** Invisible digits where a number has fewer decimals than the column. */
function roomFor(decimals: number, own: number): string {
  return `${own === 0 && decimals > 0 ? "." : ""}${"0".repeat(decimals - own)}`;
}
