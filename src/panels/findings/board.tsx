// Findings in columns by their status, moved from one to the other.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { boardAtom } from "../../state/plant/finding/listed.ts";
import { statusName } from "../../state/plant/finding/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Board } from "../../ui/board/board.tsx";
import { FindingRow } from "./finding-rows.tsx";
import { useMove } from "./use-move.tsx";

/** In CSS pixels: name, fault type, place, and two lines of facts. */
const CARD_PX = 112;

export function FindingBoard() {
  const columns = useAtomValue(boardAtom);
  const shown = useMemo(
    () =>
      columns.map(({ status, findings }) => ({
        id: status,
        name: statusName(status),
        count: formatNumber(findings.length),
        items: findings,
      })),
    [columns],
  );
  const { reason, move, dialog, canMove } = useMove();
  return (
    <>
      <Board
        label={t("finding:view.board")}
        tabsLabel={t("finding:board.columns")}
        columns={shown}
        cardPx={CARD_PX}
        emptyLabel={t("finding:board.none")}
        canDrag={canMove}
        accepts={(one, to) => reason(one, to) === null}
        onDrop={move}
      >
        {(finding, keys, drag) => (
          <FindingRow
            finding={finding}
            keys={keys}
            card={{
              drag,
              move: canMove ? (to) => move(finding, to) : null,
              reason: (to) => reason(finding, to),
            }}
          />
        )}
      </Board>
      {dialog}
    </>
  );
}
