// Findings one below the other; only those in view exist.
import { useAtomValue, useSetAtom } from "jotai";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import type { Severity } from "../../domain/key-figure/key-figure.ts";
import { openComponent, openRowAtom } from "../../state/plant/component/component.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import { hoveredAtom } from "../../state/plant/component/selection.ts";
import { chooseFindings, isChosenAtom, listedName } from "../../state/plant/finding/listed.ts";
import { openComponentImages } from "../../state/plant/image/survey-image.ts";
import { faultName } from "../../state/plant/finding/words.ts";
import { severityColoursAtom, severitySymbol } from "../../state/plant/column/value-colour.ts";
import { severityName } from "../../state/plant/column/value-words.ts";
import { singleKeysAtom } from "../../state/shell/shortcut.ts";
import { t } from "../../state/shell/locale.ts";
import { ButtonList, type ButtonListRow } from "../../ui/button-list.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { FindingFacts } from "../finding-life/facts.tsx";
import { OpenImages } from "../open-images.tsx";
import css from "./findings.module.css";

/** In CSS pixels: three lines. */
const ROW_PX = 68;

type RowsProps = {
  findings: readonly ListedFinding[];
  /** Names the list where there are several. */
  label?: string;
  hidesStatus?: boolean;
};

export function FindingRows({ findings, label, hidesStatus = false }: RowsProps) {
  return (
    <ButtonList
      label={label ?? t("finding:list")}
      className={css.rows}
      count={findings.length}
      rowPx={ROW_PX}
    >
      {(index, keys) => (
        <FindingRow finding={findings[index]!} keys={keys} hidesStatus={hidesStatus} />
      )}
    </ButtonList>
  );
}

type RowProps = { finding: ListedFinding; keys: ButtonListRow; hidesStatus: boolean };

function FindingRow({ finding, keys, hidesStatus }: RowProps) {
  const { component_type, row, severity, isShown } = finding;
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
  const isOpen = openRow?.row === row && openRow?.component_type === component_type;
  const path = at ? pathName(at) : t("finding:gone");
  return (
    <div className={css.row} data-open={isOpen}>
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
        type="button"
        className={css.finding}
        aria-current={isOpen}
        title={t("finding:keys_hint")}
        onKeyDown={(event) => {
          if (event.key === " ") {
            event.preventDefault();
            choose([finding], !isChosen);
          } else if (event.key === "i" && at && isSingle) openImages(at);
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
          <span className={css.fault} title={faultName(finding)}>
            {faultName(finding)}
          </span>
        </span>
        <small>
          {path}
          {isShown ? "" : ` · ${t("finding:not_shown")}`}
        </small>
        <FindingFacts finding={finding} hidesStatus={hidesStatus} />
      </button>
      {at ? <OpenImages at={at} name={name} isOfList /> : null}
    </div>
  );
}
