// The changes of components between the two compared analyses. A press hides one, as in the list of classes.
import { useAtomValue, useSetAtom } from "jotai";
import { Eye, EyeOff } from "lucide-react";
import { differenceClasses } from "../../domain/column/difference.ts";
import { drawnBarsAtom } from "../../state/map/drawn-bars.ts";
import { drawnBarsWords } from "../../state/plant/bar-words.ts";
import { changeRowsAtom, type ChangeRow } from "../../state/plant/change-row.ts";
import { differenceAtom, showChanges, toggleChange } from "../../state/plant/compare.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./legend.module.css";

export function DifferenceList() {
  const difference = useAtomValue(differenceAtom);
  const rowsOf = useAtomValue(changeRowsAtom);
  if (difference.state === "failed") {
    return <LoadFault fault={difference.fault} isSmall />;
  }
  if (difference.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  return (
    <ul className={css.classes} aria-label={t("compare:difference")}>
      {rowsOf(difference.value.counts).map((row) => (
        <DifferenceRow key={row.id} row={row} />
      ))}
    </ul>
  );
}

function DifferenceRow({ row }: { row: ChangeRow }) {
  const toggle = useSetAtom(toggleChange);
  const only = useSetAtom(showChanges);
  const bars = useAtomValue(drawnBarsAtom);
  const { id, name, symbol, colour, count, share, isShown, isAlone } = row;
  return (
    <li className={css.class} data-shown={isShown}>
      <button
        type="button"
        className={css.classButton}
        aria-pressed={isShown}
        onClick={(event) => (event.altKey ? only([id]) : toggle(id))}
        onDoubleClick={() => only([id])}
      >
        <SeverityMark symbol={symbol} colour={colour} />
        <span className={css.className}>
          {name}
          {bars?.classes ? (
            <small className={css.drawn}>
              {drawnBarsWords(bars, bars.classes[differenceClasses.indexOf(id)] ?? 0)}
            </small>
          ) : null}
        </span>
        <span>{count}</span>
        <span className={css.share}>{share}</span>
        {isShown ? <Eye size={13} aria-hidden="true" /> : <EyeOff size={13} aria-hidden="true" />}
      </button>
      <button
        type="button"
        className={css.only}
        aria-pressed={isAlone}
        onClick={() => only(isAlone ? [] : [id])}
      >
        {t("legend:only")}
        <span className="visually-hidden"> {name}</span>
      </button>
    </li>
  );
}
