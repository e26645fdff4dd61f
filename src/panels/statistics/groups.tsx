// Loops or tracker groups, worst first. A press filters by one.
import { useMemo } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import type { KeyFigure, Severity } from "../../domain/key-figure/key-figure.ts";
import { shortName } from "../../state/plant/component/component-words.ts";
import { addFilter, filtersAtom, removeFilters } from "../../state/plant/filter/filter.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { formatAlignedShare, formatNumber, t } from "../../state/shell/locale.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { namesOf } from "../../state/plant/plant.ts";
import {
  groupsAtom,
  groupTypeAtom,
  groupTypesAtom,
  type Groups as Grouped,
} from "../../state/plant/column/statistics.ts";
import { severityColoursAtom } from "../../state/plant/column/value-colour.ts";
import {
  componentTypeName,
  formatValue,
  severityName,
} from "../../state/plant/column/value-words.ts";
import { Segments } from "../../ui/form/choice.tsx";
import { ButtonList, type ButtonListRow } from "../../ui/button-list.tsx";
import { ShareBar } from "../../ui/chart/share-bar.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./statistics.module.css";

const ROW_PX = 28;
/** Row height in CSS pixels for touch. */
const TOUCH_ROW_PX = 44;

export function Groups() {
  const types = useAtomValue(groupTypesAtom);
  const [type, setType] = useAtom(groupTypeAtom);
  const groups = useAtomValue(groupsAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  if (!type || !keyFigure) return null;
  return (
    <section className={css.block} aria-label={t("statistics:groups")}>
      <div className={css.blockHead}>
        <h3>{t("statistics:groups")}</h3>
        {types.length > 1 ? (
          <Segments
            label={t("statistics:group_by")}
            options={types.map((id) => ({ id, label: componentTypeName(id) }))}
            value={type}
            onChange={setType}
          />
        ) : null}
      </div>
      {groups.state === "failed" ? <LoadFault fault={groups.fault} isSmall /> : null}
      {groups.state === "loading" ? <Skeleton label={t("shell:loading")} /> : null}
      {groups.state === "ready" ? <Rows groups={groups.value} keyFigure={keyFigure} /> : null}
    </section>
  );
}

function Rows({ groups, keyFigure }: { groups: Grouped; keyFigure: KeyFigure }) {
  const rowPx = useAtomValue(isSmallScreenAtom) ? TOUCH_ROW_PX : ROW_PX;
  const most = useMemo(() => mostFindings(groups), [groups]);
  const isMeasured = keyFigure.kind === "f32";
  return (
    <>
      <p className={css.columns}>
        <span className={css.name}>{componentTypeName(groups.type)}</span>
        <span className={css.barTitle}>
          {t("statistics:column.findings", { share: formatAlignedShare(most) })}
        </span>
        <span className={css.number}>
          {t(isMeasured ? "statistics:mean" : "statistics:faulty")}
        </span>
        <span className={css.share}>
          {t(isMeasured ? "statistics:faulty" : "statistics:column.share")}
        </span>
      </p>
      <ButtonList
        label={t("statistics:groups")}
        className={css.rows}
        count={groups.rows.length}
        rowPx={rowPx}
      >
        {(index, keys) => (
          <GroupRow
            groups={groups}
            keyFigure={keyFigure}
            row={groups.rows[index]!}
            most={most}
            keys={keys}
          />
        )}
      </ButtonList>
    </>
  );
}

/** The greatest share of findings in one group: as long as a bar can be. */
function mostFindings({ rows, statistics: { count, measured, severities } }: Grouped): number {
  let most = 0;
  for (const row of rows) {
    const findings = count[row]! - severities[row * 4]!;
    most = Math.max(most, findings / measured[row]!);
  }
  return most;
}

type GroupRowProps = {
  groups: Grouped;
  keyFigure: KeyFigure;
  row: number;
  most: number;
  keys: ButtonListRow;
};

function GroupRow({ groups, keyFigure, row, most, keys }: GroupRowProps) {
  const colours = useAtomValue(severityColoursAtom);
  const filters = useAtomValue(filtersAtom);
  const add = useSetAtom(addFilter);
  const remove = useSetAtom(removeFilters);
  const { statistics, type } = groups;
  const count = statistics.measured[row] ?? 0;
  const parts = ([3, 2, 1, 0] as const).map((severity: Severity) => ({
    id: `${severity}`,
    name: severityName(severity),
    count: statistics.severities[row * 4 + severity] ?? 0,
    colour: colours[severity],
  }));
  // The good ones would leave no room for the others.
  const bad = parts.slice(0, 3);
  const findings = bad.reduce((sum, part) => sum + part.count, 0);
  const poor = (parts[0]?.count ?? 0) + (parts[1]?.count ?? 0);
  const dt_id = namesOf(type)?.dtId(row) ?? "";
  const holds = filters.some((one) => one.kind === "within" && one.dt_id === dt_id);
  const words = parts.map((part) => `${part.name} ${formatNumber(part.count)}`).join(", ");
  return (
    <button
      {...keys}
      type="button"
      className={css.group}
      aria-pressed={holds}
      onClick={() =>
        holds
          ? remove((one) => one.kind === "within" && one.dt_id === dt_id)
          : add({ kind: "within", component_type: type, dt_id })
      }
    >
      <span className={css.name}>{shortName({ component_type: type, row })}</span>
      <span className={css.scale}>
        <span style={{ width: `${most > 0 ? (findings / count / most) * 100 : 0}%` }}>
          <ShareBar parts={bad} label={words} />
        </span>
      </span>
      <span className={css.number}>
        {keyFigure.kind === "f32"
          ? formatValue(keyFigure, statistics.mean[row])
          : formatNumber(poor)}
      </span>
      <span className={css.share}>{formatAlignedShare(count > 0 ? poor / count : 0)}</span>
    </button>
  );
}
