// What became worse and better between the two compared analyses, in all and by group.
import { useAtomValue, useSetAtom } from "jotai";
import { changeRowsAtom } from "../../state/plant/compare/change-row.ts";
import {
  changeStatisticsAtom,
  type ChangeStatistics,
} from "../../state/plant/compare/change-statistics.ts";
import { comparedPairAtom, showChanges } from "../../state/plant/compare/compare.ts";
import { shortName } from "../../state/plant/component/component-words.ts";
import { t } from "../../state/shell/locale.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { CountList } from "../../ui/chart/count-list.tsx";
import { ShareBar } from "../../ui/chart/share-bar.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./statistics.module.css";

const MOST_GROUPS = 12;

export function Changes() {
  const changes = useAtomValue(changeStatisticsAtom);
  const pair = useAtomValue(comparedPairAtom);
  const rowsOf = useAtomValue(changeRowsAtom);
  const show = useSetAtom(showChanges);
  if (changes.state === "failed") return <LoadFault fault={changes.fault} isSmall />;
  if (changes.state !== "ready" || !pair) return null;
  const { counts, rows, group } = changes.value;
  const [from, to] = pair.map(surveyDay) as [string, string];
  return (
    <section className={css.block} aria-label={t("statistics:changes")}>
      <h3>{t("statistics:changes")}</h3>
      <p className={css.sum}>{t("compare:from_to", { from, to })}</p>
      <CountList
        label={t("compare:counts")}
        rows={rowsOf(counts).map((row) => ({
          ...row,
          isPressed: row.isAlone,
          onPress: () => show(row.isAlone ? [] : [row.id]),
        }))}
      />
      {group && rows.length > 0 ? (
        <>
          <h4>{t("statistics:worsened_groups")}</h4>
          <ul>
            {rows.slice(0, MOST_GROUPS).map((row) => (
              <GroupRow key={row} changes={changes.value} row={row} />
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}

function GroupRow({ changes, row }: { changes: ChangeStatistics; row: number }) {
  const rowsOf = useAtomValue(changeRowsAtom);
  const parts = rowsOf(changes.countsOf(row));
  const worse = parts.find(({ id }) => id === "worse")!;
  return (
    <li className={css.changedGroup}>
      <span className={css.name}>{shortName({ component_type: changes.group!, row })}</span>
      <ShareBar
        label={parts.map(({ name, count }) => `${name} ${count}`).join(", ")}
        parts={parts.map(({ id, part, colour }) => ({ id, count: part, colour }))}
      />
      <span className={css.number}>{worse.count}</span>
      <span className={css.share}>{worse.share}</span>
    </li>
  );
}
