// Counts of components that became worse, stayed, became better, were measured in one survey only, or cannot be compared.
import { useAtomValue, useSetAtom } from "jotai";
import { changeRowsAtom } from "../../state/plant/compare/change-row.ts";
import { differenceAtom, showChanges } from "../../state/plant/compare/compare.ts";
import { t } from "../../state/shell/locale.ts";
import { CountList } from "../../ui/chart/count-list.tsx";
import { ShareBar } from "../../ui/chart/share-bar.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./compare.module.css";

export function DifferenceCounts() {
  const difference = useAtomValue(differenceAtom);
  const rowsOf = useAtomValue(changeRowsAtom);
  const show = useSetAtom(showChanges);
  if (difference.state === "failed") return <LoadFault fault={difference.fault} isSmall />;
  if (difference.state !== "ready") return null;
  const rows = rowsOf(difference.value.counts);
  return (
    <section className={css.counts} aria-label={t("compare:counts")}>
      <ShareBar
        label={rows.map(({ name, share }) => `${name} ${share}`).join(", ")}
        parts={rows.map(({ id, part, colour }) => ({ id, count: part, colour }))}
      />
      <CountList
        label={t("compare:counts")}
        rows={rows.map((row) => ({
          ...row,
          isPressed: row.isAlone,
          onPress: () => show(row.isAlone ? [] : [row.id]),
        }))}
      />
    </section>
  );
}
