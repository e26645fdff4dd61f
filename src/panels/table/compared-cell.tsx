// A cell of a comparison: the value before, the value now, or the change between the two.
import { useAtomValue } from "jotai";
import { changeWords, comparedAtAtom } from "../../state/plant/compare/compared-value.ts";
import { t } from "../../state/shell/locale.ts";
import { tableComparedAtom, type ComparedColumnId } from "../../state/plant/filter/table.ts";
import {
  classColourAtom,
  differenceColoursAtom,
  differenceSymbols,
  severityAtom,
  severityColoursAtom,
  severitySymbol,
} from "../../state/plant/column/value-colour.ts";
import { formatValue, severityName } from "../../state/plant/column/value-words.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import css from "./table.module.css";

type CellProps = { id: ComparedColumnId; row: number; className?: string | undefined };

export function ComparedCell({ id, row, className }: CellProps) {
  const compared = useAtomValue(tableComparedAtom);
  const valuesAt = useAtomValue(comparedAtAtom);
  const severityOf = useAtomValue(severityAtom);
  const colours = useAtomValue(severityColoursAtom);
  const classColour = useAtomValue(classColourAtom);
  const changeColours = useAtomValue(differenceColoursAtom);
  if (!compared || !valuesAt) {
    return (
      <span role="gridcell" className={className}>
        …
      </span>
    );
  }
  const { keyFigure } = compared;
  const values = valuesAt(row);
  if (id === "change") {
    const { change } = values;
    return (
      <span role="gridcell" className={className}>
        <span className={css.text}>{changeWords(keyFigure, values)}</span>
        <SeverityMark
          symbol={differenceSymbols[change]}
          colour={changeColours[change]}
          size={11}
          label={t(`compare:class.${change}`)}
        />
      </span>
    );
  }
  const value = id === "before" ? values.before : values.after;
  const severity = severityOf(keyFigure, value);
  const isClass = keyFigure.kind === "u8" && value === value;
  return (
    <span role="gridcell" className={className}>
      <span className={css.text}>{formatValue(keyFigure, value)}</span>
      {severity !== null && severity > 0 ? (
        <SeverityMark
          symbol={severitySymbol(severity)}
          colour={isClass ? classColour(keyFigure, value) : colours[severity]}
          size={11}
          label={severityName(severity)}
        />
      ) : null}
    </span>
  );
}
