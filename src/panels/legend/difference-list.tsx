// The changes of components between the two compared analyses. A press hides one, as in the list of classes.
import { useAtomValue, useSetAtom } from "jotai";
import { differenceClasses } from "../../domain/column/difference.ts";
import { drawnBarsAtom } from "../../state/map/drawn-bars.ts";
import { drawnBarsWords } from "../../state/plant/column/bar-words.ts";
import { changeRowsAtom, type ChangeRow } from "../../state/plant/compare/change-row.ts";
import { differenceAtom, showChanges, toggleChange } from "../../state/plant/compare/compare.ts";
import { t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { LegendRow } from "./legend-row.tsx";
import css from "./legend.module.css";

export function DifferenceList() {
  const difference = useAtomValue(differenceAtom);
  const rowsOf = useAtomValue(changeRowsAtom);
  if (difference.state === "failed") {
    return <LoadFault fault={difference.fault} isSmall />;
  }
  // The other analysis has no values: the legend says so above.
  if (difference.state === "idle") return null;
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
    <LegendRow
      name={name}
      symbol={symbol}
      colour={colour}
      drawn={
        bars?.classes
          ? drawnBarsWords(bars, bars.classes[differenceClasses.indexOf(id)] ?? 0)
          : null
      }
      count={count}
      share={share}
      isShown={isShown}
      isAlone={isAlone}
      onToggle={() => toggle(id)}
      onOnly={(isOnly) => only(isOnly ? [id] : [])}
    />
  );
}
