// Findings in columns by their status.
import { useAtomValue } from "jotai";
import { boardAtom } from "../../state/plant/finding/listed.ts";
import { statusName } from "../../state/plant/finding/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { FindingRows } from "./finding-rows.tsx";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import css from "./findings.module.css";

export function Board() {
  const columns = useAtomValue(boardAtom);
  return (
    <ScrollRegion className={css.board} label={t("finding:view.board")}>
      {columns.map(({ status, findings }) => {
        const name = statusName(status);
        return (
          <section key={status} className={css.column} aria-label={name}>
            <h3>
              {name} <span>{formatNumber(findings.length)}</span>
            </h3>
            <FindingRows findings={findings} label={name} hidesStatus />
          </section>
        );
      })}
    </ScrollRegion>
  );
}
