// Findings one below the other, and each as a card of the board; only those in view exist.
import { useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { findingStatuses, type FindingStatus } from "../../domain/finding/finding-status.ts";
import type { Severity } from "../../domain/key-figure/key-figure.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { openComponent, openRowAtom } from "../../state/plant/component/component.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import { hoveredAtom } from "../../state/plant/component/selection.ts";
import { chooseFindings, isChosenAtom, listedName } from "../../state/plant/finding/listed.ts";
import { openComponentImages } from "../../state/plant/image/survey-image.ts";
import { faultName, statusName } from "../../state/plant/finding/words.ts";
import { severityColoursAtom, severitySymbol } from "../../state/plant/column/value-colour.ts";
import { severityName } from "../../state/plant/column/value-words.ts";
import { singleKeysAtom } from "../../state/shell/shortcut.ts";
import { t } from "../../state/shell/locale.ts";
import { ArrowRightLeft } from "lucide-react";
import type { CardDrag } from "../../ui/board/board.tsx";
import { useCardMenu } from "../../ui/board/card-menu.tsx";
import { IconButton } from "../../ui/button.tsx";
import type { MenuEntry } from "../../ui/overlay.tsx";
import { ButtonList, type ButtonListRow } from "../../ui/button-list.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { dueWords, FindingFacts } from "../finding-life/facts.tsx";
import { OpenImages } from "../open-images.tsx";
import css from "./findings.module.css";

/** In CSS pixels: three lines. */
const ROW_PX = 68;

type RowsProps = {
  findings: readonly ListedFinding[];
  /** Names the list where there are several. */
  label?: string;
};

export function FindingRows({ findings, label }: RowsProps) {
  return (
    <ButtonList
      label={label ?? t("finding:list")}
      className={css.rows}
      count={findings.length}
      rowPx={ROW_PX}
    >
      {(index, keys) => <FindingRow finding={findings[index]!} keys={keys} card={null} />}
    </ButtonList>
  );
}

/** What a card of the board can do besides. */
type Card = {
  readonly drag: CardDrag;
  /** Null where the viewer may move none. */
  readonly move: ((to: FindingStatus) => void) | null;
  /** Why it cannot go there, in words; null where it can. */
  readonly reason: (to: FindingStatus) => string | null;
};

type RowProps = { finding: ListedFinding; keys: ButtonListRow; card: Card | null };

export function FindingRow({ finding, keys, card }: RowProps) {
  const { component_type, row, severity, isShown } = finding;
  const hasAnalysis = useAtomValue(analysisIdAtom) !== null;
  const colours = useAtomValue(severityColoursAtom);
  const open = useSetAtom(openComponent);
  const hover = useSetAtom(hoveredAtom);
  const choose = useSetAtom(chooseFindings);
  const isChosen = useAtomValue(isChosenAtom)(finding);
  const openImages = useSetAtom(openComponentImages);
  const isSingle = useAtomValue(singleKeysAtom);
  const openRow = useAtomValue(openRowAtom);
  const at = row === null ? null : { component_type, row };
  const name = listedName(finding);
  const due = dueWords(finding);
  const isOpen = openRow?.row === row && openRow?.component_type === component_type;
  const path = at ? pathName(at) : t("finding:gone");
  const button = useRef<HTMLButtonElement>(null);
  const move = card?.move ?? null;
  const menu = useCardMenu(t("finding:board.move", { name }), () => moveEntries(finding, card));
  const openMenu = () => button.current && menu.openAt(button.current);
  return (
    <div
      className={css.row}
      data-open={isOpen}
      data-card={card !== null}
      {...card?.drag}
      {...(move ? { onContextMenu: menu.onContextMenu } : {})}
    >
      {/* The keys reach it with the space bar on the button: the list is one stop of the Tab key. */}
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t("finding:choose", { name })}
        checked={isChosen}
        onChange={() => choose([finding], !isChosen)}
      />
      <button
        {...keys}
        ref={button}
        type="button"
        className={css.finding}
        aria-current={isOpen}
        title={t(move ? "finding:board.keys_hint" : "finding:keys_hint")}
        onKeyDown={(event) => {
          if (event.key === " ") {
            event.preventDefault();
            choose([finding], !isChosen);
          } else if (event.key === "i" && at && isSingle) openImages(at);
          else if (event.key === "m" && move && isSingle) openMenu();
          else keys.onKeyDown(event);
        }}
        // A browser presses a button when the space bar is let go.
        onKeyUp={(event) => event.key === " " && event.preventDefault()}
        onClick={() => at && open(at, true)}
        onMouseEnter={() => hover(at)}
        onMouseLeave={() => hover(null)}
      >
        <span className={css.top}>
          {severity === null ? null : (
            <SeverityMark
              symbol={severitySymbol(severity as Severity)}
              colour={colours[severity as Severity]}
              label={severityName(severity as Severity)}
            />
          )}
          <strong>{name}</strong>
          <small className={css.path} title={path}>
            {path}
          </small>
        </span>
        <span className={css.middle}>
          <span className={css.fault} title={faultName(finding)}>
            {faultName(finding)}
            {isShown || !hasAnalysis ? "" : ` · ${t("finding:not_shown")}`}
          </span>
          {due === "" ? null : <span className={css.due}>{due}</span>}
        </span>
        <FindingFacts finding={finding} hidesStatus={card !== null} hidesDue />
      </button>
      <span className={css.acts}>
        {move ? (
          <IconButton
            size="sm"
            label={t("finding:board.move", { name })}
            keys="M"
            excludeFromTabOrder
            onPress={openMenu}
          >
            <ArrowRightLeft size={14} aria-hidden="true" />
          </IconButton>
        ) : null}
        {at ? <OpenImages at={at} name={name} isOfList /> : null}
      </span>
      {menu.menu}
    </div>
  );
}

/** The other columns; those that it cannot go to say why. */
function moveEntries({ status }: ListedFinding, card: Card | null): MenuEntry[] {
  return findingStatuses
    .filter((to) => to !== status)
    .map((to) => {
      const reason = card?.reason(to) ?? null;
      return {
        id: to,
        label: statusName(to),
        ...(reason === null ? {} : { hint: reason, isDisabled: true }),
        run: () => card?.move?.(to),
      };
    });
}
