// The findings of the selected key figure, worst first.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { ArrowDown, ArrowUp, CircleCheck, Footprints, ShieldAlert } from "lucide-react";
import { findingStopsAtom, startRound } from "../../state/field/round.ts";
import { changeRowsAtom } from "../../state/plant/compare/change-row.ts";
import {
  findingOrderAtom,
  findingPlaceAtom,
  findingsAtom,
  stepFinding,
  type Listed,
} from "../../state/plant/analysis/finding.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { summariesAtom } from "../../state/plant/column/column.ts";
import { chooseKeyFigure, columnAtom, keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { severityColoursAtom, severitySymbol } from "../../state/plant/column/value-colour.ts";
import { keyFigureName, severityName } from "../../state/plant/column/value-words.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ButtonList } from "../../ui/button-list.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { Sections } from "../../ui/table/sections.tsx";
import { ExportMenu } from "../export-menu.tsx";
import { LoadFault } from "../load-fault.tsx";
import { FindingRow } from "./finding-row.tsx";
import css from "./find.module.css";

/** Rows per section: 12 million pixels high at most, below the scroll limit of browsers. */
const SECTION_ROWS = 250_000;
const ROW_PX = 40;
/** Row height in CSS pixels for touch. */
const TOUCH_ROW_PX = 48;

export function FindingList() {
  const findings = useAtomValue(findingsAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const column = useAtomValue(columnAtom);
  if (!keyFigure || column.state === "idle") return <EmptyState title={t("find:no_values")} />;
  if (findings.state === "failed") return <LoadFault fault={findings.fault} isSmall />;
  if (findings.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  if (findings.value.rows.length === 0) {
    return (
      <>
        <UnlistedDangers count={findings.value.unlisted_dangers ?? 0} />
        <EmptyState
          icon={<CircleCheck size={20} aria-hidden="true" />}
          title={t(findings.value.changes ? "find:no_changes" : "find:no_findings")}
        >
          {findings.value.changes
            ? null
            : t("find:no_findings_hint", { name: keyFigureName(keyFigure) })}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <Head findings={findings.value} />
      <UnlistedDangers count={findings.value.unlisted_dangers ?? 0} />
      <Rows findings={findings.value} />
    </>
  );
}

function Head({ findings }: { findings: Listed }) {
  const colours = useAtomValue(severityColoursAtom);
  const place = useAtomValue(findingPlaceAtom);
  const step = useSetAtom(stepFinding);
  const stops = useAtomValue(findingStopsAtom);
  const begin = useSetAtom(startRound);
  const [order, sort] = useAtom(findingOrderAtom);
  const of = formatNumber(findings.rows.length);
  // The classes of a neutral key figure order its findings, but judge none: a fault type is no severity.
  const isJudged = useAtomValue(keyFigureAtom)?.direction !== "neutral";
  const severities = findings.changes || !isJudged ? [] : ([3, 2, 1] as const);
  return (
    <div className={css.head}>
      <span className={css.counts}>
        {findings.changes ? <ChangeCounts changes={findings.changes} /> : null}
        {severities.map((severity) => (
          <span key={severity}>
            <SeverityMark
              symbol={severitySymbol(severity)}
              colour={colours[severity]}
              label={severityName(severity)}
            />
            {formatNumber(findings.counts[severity] ?? 0)}
          </span>
        ))}
      </span>
      <strong className={css.place}>
        {place === null
          ? t(findings.changes ? "find:changes" : "find:count", { of })
          : t("find:place", { n: formatNumber(place + 1), of })}
      </strong>
      <IconButton
        size="sm"
        label={t("find:previous")}
        keys="K"
        isDisabled={place === 0}
        onPress={() => step(-1)}
      >
        <ArrowUp size={15} aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t("find:next")}
        keys="J"
        isDisabled={place === findings.rows.length - 1}
        onPress={() => step(1)}
      >
        <ArrowDown size={15} aria-hidden="true" />
      </IconButton>
      {findings.changes ? null : (
        <IconButton
          size="sm"
          label={t("find:safety_first")}
          isOn={order === "safety"}
          onPress={() => sort(order === "safety" ? "severity" : "safety")}
        >
          <ShieldAlert size={15} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        size="sm"
        label={t("field:start_round")}
        isDisabled={stops.length === 0}
        onPress={() => begin(stops)}
      >
        <Footprints size={15} aria-hidden="true" />
      </IconButton>
      <ExportMenu of="findings" count={findings.rows.length} isIcon />
    </div>
  );
}

/** Dangers that the key figure calls good, with a way to the fault types, which name them. */
function UnlistedDangers({ count }: { count: number }) {
  const keyFigure = useAtomValue(keyFigureAtom);
  const summaries = valueOf(useAtomValue(summariesAtom)) ?? [];
  const choose = useSetAtom(chooseKeyFigure);
  if (count === 0) return null;
  const named = summaries.find(({ key_figure_id }) => key_figure_id === keyFigure?.named_by);
  const figure = named && keyFigureById(named.key_figure_id);
  return (
    <p className={css.unlisted}>
      {t("find:unlisted_dangers", { count, n: formatNumber(count) })}{" "}
      {figure ? (
        <Button size="sm" onPress={() => choose(figure.id)}>
          {t("find:show_by", { name: keyFigureName(figure) })}
        </Button>
      ) : null}
    </p>
  );
}

function ChangeCounts({ changes }: { changes: readonly number[] }) {
  const rows = useAtomValue(changeRowsAtom)(changes);
  return rows
    .filter(({ id }) => id !== "same" && id !== "unknown")
    .map(({ id, name, symbol, colour, count }) => (
      <span key={id}>
        <SeverityMark symbol={symbol} colour={colour} label={name} />
        {count}
      </span>
    ));
}

function Rows({ findings }: { findings: Listed }) {
  const place = useAtomValue(findingPlaceAtom);
  const rowPx = useAtomValue(isSmallScreenAtom) ? TOUCH_ROW_PX : ROW_PX;
  const total = findings.rows.length;
  const [turned, setTurned] = useState({ section: 0, at: place });
  // A step to another section turns to it.
  const ofPlace = Math.floor((place ?? 0) / SECTION_ROWS);
  const sections = Math.ceil(total / SECTION_ROWS);
  const section = Math.min(turned.at === place ? turned.section : ofPlace, sections - 1);
  const first = section * SECTION_ROWS;
  const count = Math.min(SECTION_ROWS, total - first);
  const isHere = place !== null && ofPlace === section;
  return (
    <>
      <ButtonList
        key={section}
        label={t("find:findings")}
        className={css.rows}
        count={count}
        rowPx={rowPx}
        current={isHere ? place - first : null}
      >
        {(index, keys) => (
          <FindingRow
            place={first + index}
            row={findings.rows[first + index]!}
            isOpen={first + index === place}
            isChange={findings.changes !== undefined}
            keys={keys}
          />
        )}
      </ButtonList>
      <Sections
        label={t("find:sections")}
        before={t("table:section_before")}
        after={t("table:section_after")}
        text={t("table:section", {
          from: formatNumber(first + 1),
          to: formatNumber(first + count),
          of: formatNumber(total),
        })}
        sections={sections}
        section={section}
        onSection={(next) => setTurned({ section: next, at: place })}
      />
    </>
  );
}
