// One finding of the list: what it is, where, and its images.
import { useAtomValue, useSetAtom } from "jotai";
import { valueAt } from "../../domain/column/column.ts";
import { namedFaultAt } from "../../domain/key-figure/fault-type.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { menuPlaceAtom } from "../../state/map/context-menu.ts";
import { openFinding } from "../../state/plant/analysis/finding.ts";
import { columnValues, summariesAtom } from "../../state/plant/column/column.ts";
import { columnAtom, keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import {
  differenceColoursAtom,
  differenceSymbols,
  valueMarkAtom,
} from "../../state/plant/column/value-colour.ts";
import { formatValue, severityName } from "../../state/plant/column/value-words.ts";
import { changeInWords, comparedAtAtom } from "../../state/plant/compare/compared-value.ts";
import { pathName, shortName } from "../../state/plant/component/component-words.ts";
import { positionOf } from "../../state/plant/component/place-action.ts";
import { openComponentImages } from "../../state/plant/image/survey-image.ts";
import { t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { singleKeysAtom } from "../../state/shell/shortcut.ts";
import type { ButtonListRow } from "../../ui/button-list.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { OpenImages } from "../open-images.tsx";
import css from "./find.module.css";

type FindingRowProps = {
  place: number;
  row: number;
  isOpen: boolean;
  isChange: boolean;
  keys: ButtonListRow;
};

export function FindingRow({ place, row, isOpen, isChange, keys }: FindingRowProps) {
  const keyFigure = useAtomValue(keyFigureAtom);
  const hash = valueOf(useAtomValue(columnAtom))?.hash;
  const markOf = useAtomValue(valueMarkAtom);
  const comparedAt = useAtomValue(comparedAtAtom);
  const changeColours = useAtomValue(differenceColoursAtom);
  const open = useSetAtom(openFinding);
  const openImages = useSetAtom(openComponentImages);
  const isSingle = useAtomValue(singleKeysAtom);
  const values = hash === undefined ? undefined : columnValues(hash);
  const ranking = useBeside("ranked_by");
  const naming = useBeside("named_by");
  const openMenu = useSetAtom(menuPlaceAtom);
  const centreOf = useAtomValue(positionOf);
  if (!keyFigure || !values) return null;
  const at = { component_type: keyFigure.component_type, row };
  const value = valueAt(values, row);
  const mark = markOf(keyFigure, value);
  const change = isChange ? comparedAt?.(row) : undefined;
  // What is broken comes first, then how severe it is, then how hot.
  const isNamed = naming !== null && namedFaultAt(naming.values, row) !== null;
  const words = [isNamed ? naming : null, { keyFigure, values }, ranking].flatMap((one) =>
    one ? [formatValue(one.keyFigure, valueAt(one.values, row))] : [],
  );
  return (
    <div className={css.row} data-open={isOpen}>
      <button
        {...keys}
        type="button"
        className={css.finding}
        aria-current={isOpen}
        onKeyDown={(event) => {
          if (event.key === "i" && isSingle) openImages(at);
          else keys.onKeyDown(event);
        }}
        onClick={() => open(place)}
        onContextMenu={(event) => {
          const position = centreOf(at);
          if (!position) return;
          event.preventDefault();
          openMenu({ x: event.clientX, y: event.clientY, component: at, position });
        }}
      >
        {change ? (
          <SeverityMark
            symbol={differenceSymbols[change.change]}
            colour={changeColours[change.change]}
            label={t(`compare:class.${change.change}`)}
          />
        ) : (
          <SeverityMark
            symbol={mark.symbol}
            colour={mark.colour}
            {...(mark.severity === null ? {} : { label: severityName(mark.severity) })}
          />
        )}
        <span className={css.who}>
          <strong>{shortName(at)}</strong>
          <small>{pathName(at)}</small>
        </span>
        <span className={css.value}>
          {change ? changeInWords(keyFigure, change) : words[0]}
          {change || words.length === 1 ? null : <small>{words.slice(1).join(" · ")}</small>}
        </span>
      </button>
      <OpenImages at={at} name={shortName(at)} isOfList />
    </div>
  );
}

/** A key figure beside the listed one, and its loaded column: the one that orders a class, or that names it. */
function useBeside(which: "ranked_by" | "named_by") {
  const id = useAtomValue(keyFigureAtom)?.[which];
  const summaries = valueOf(useAtomValue(summariesAtom));
  const keyFigure = id === undefined ? undefined : keyFigureById(id);
  const hash = summaries?.find(({ key_figure_id }) => key_figure_id === id)?.hash;
  const values = hash === undefined ? undefined : columnValues(hash);
  return keyFigure && values ? { keyFigure, values } : null;
}
