// The notices over the map, one below the other: what is missing, what failed, and what to do next.
import { useState, type ReactNode } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { analysesAtom, analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { mapNoticesAtom, type MapNotice } from "../../state/plant/map-notice.ts";
import { coverMapBriefly } from "../../state/map/cover.ts";
import { drawAgain, notDrawnAtom } from "../../state/map/not-drawn.ts";
import { refusedPartsAtom } from "../../state/shell/address.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { retryLoads } from "../../state/shell/retry.ts";
import { surveyDay } from "../../state/shell/site-clock.ts";
import { retryPlant } from "../../state/plant/open-plant.ts";
import { filterFaultAtom } from "../../state/plant/filter/filter.ts";
import { heldAtom, heldWords } from "../../state/plant/offline.ts";
import { plantAtom, plantIdAtom, twinAtom } from "../../state/plant/plant.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import css from "./plant.module.css";

export function Notices() {
  const shown = useAtomValue(mapNoticesAtom);
  if (shown.length === 0) return null;
  return (
    <div ref={coverMapBriefly} className={css.notices}>
      {shown.map((one) => {
        const Body = bodies[one];
        return <Body key={one} />;
      })}
    </div>
  );
}

const bodies: Record<MapNotice, () => ReactNode> = {
  no_connection: NoConnection,
  held: Held,
  late: Late,
  twin_failed: TwinFault,
  no_twin: NoTwin,
  not_drawn: NotDrawn,
  no_analysis: NoAnalysis,
  no_result: NoResult,
  filter_failed: FilterFault,
  refused: Refused,
  redrawn: () => <Notice tone="neutral">{t("map:context_lost")}</Notice>,
  loading: () => (
    <output className={css.chip}>
      <span className={css.spinner} aria-hidden="true" />
      {t("plant:loading")}
    </output>
  ),
};

/** Dismissed, it comes back with the next loss of the connection. */
function NoConnection() {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <Notice
      tone="watch"
      title={t("map:no_connection.title")}
      onDismiss={() => setOpen(false)}
      dismissLabel={t("workbench:dismiss")}
    >
      {t("map:no_connection.text")}
    </Notice>
  );
}

/** Says once how old what is shown is; the header's mark leads to what can be done. */
function Held() {
  const id = useAtomValue(plantIdAtom);
  const held = useAtomValue(heldAtom).find(({ plant_id }) => plant_id === id);
  return held ? <p className={css.held}>{heldWords(held)}</p> : null;
}

function TwinFault() {
  const twin = useAtomValue(twinAtom);
  const retry = useSetAtom(retryPlant);
  if (twin.state !== "failed") return null;
  const { title, details } = faultWords(twin.fault);
  return (
    <Notice tone="danger" title={title}>
      <div className={css.row}>
        <span>{details.join(" ")}</span>
        <Button size="sm" kind="primary" onPress={() => void retry()}>
          {t("shell:retry")}
        </Button>
      </div>
    </Notice>
  );
}

/** Levels that the map and the 3D view lack, while the legend and the table have them. */
function NotDrawn() {
  const failed = useAtomValue(notDrawnAtom);
  const draw = useSetAtom(drawAgain);
  const types = failed.map((type) => componentTypeName(type, true)).join(", ");
  return (
    <Notice tone="danger" title={t("map:not_drawn.title", { types })}>
      <div className={css.row}>
        <span>{t("map:not_drawn.text")}</span>
        <Button size="sm" kind="primary" onPress={() => draw()}>
          {t("shell:retry")}
        </Button>
      </div>
    </Notice>
  );
}

/** The server has not answered for long; its requests are still under way. */
function Late() {
  const retry = useSetAtom(retryPlant);
  return (
    <Notice tone="danger" title={t("plant:late.title")}>
      <div className={css.row}>
        <span>{t("plant:late.text")}</span>
        <Button size="sm" kind="primary" onPress={() => void retry()}>
          {t("shell:retry")}
        </Button>
      </div>
    </Notice>
  );
}

function NoTwin() {
  const ask = useAtomValue(askAtom);
  const open = useSetAtom(openPanel);
  const canImport = ask("digitalTwin.importFiles") === null;
  return (
    <Notice tone="neutral" title={t("plant:no_twin.title")}>
      <div className={css.row}>
        <span>{t(canImport ? "plant:no_twin.text" : "plant:no_twin.wait")}</span>
        {canImport ? (
          <Button size="sm" kind="primary" onPress={() => open("twin-import")}>
            {t("plant:no_twin.act")}
          </Button>
        ) : null}
      </div>
    </Notice>
  );
}

function NoAnalysis() {
  const analyses = useAtomValue(analysesAtom);
  const ask = useAtomValue(askAtom);
  const open = useSetAtom(openPanel);
  if (analyses.state !== "ready") return null;
  const canCreate = ask("analysis.create", analyses.value) === null;
  return (
    <Notice tone="neutral">
      <div className={css.row}>
        <span>{t(canCreate ? "plant:no_analysis.text" : "legend:no_analyses")}</span>
        {canCreate ? (
          <Button size="sm" kind="primary" onPress={() => open("analyses")}>
            {t("plant:no_analysis.act")}
          </Button>
        ) : null}
      </div>
    </Notice>
  );
}

function NoResult() {
  const analysis = useAtomValue(analysisAtom);
  const ask = useAtomValue(askAtom);
  const open = useSetAtom(openPanel);
  const digitized = valueOf(useAtomValue(plantAtom))?.digitized === true;
  const target = analysis && { analysis, plant: { digitized } };
  // If results cannot be imported now, the panel says why.
  const canImport = target && !ask("analysisResult.importFile", target)?.isHidden;
  return (
    <Notice tone="neutral">
      <div className={css.row}>
        <span>{t("plant:no_result.text")}</span>
        {canImport ? (
          <Button size="sm" kind="primary" onPress={() => open("result-import")}>
            {t("plant:no_result.act")}
          </Button>
        ) : null}
      </div>
    </Notice>
  );
}

function FilterFault() {
  const fault = useAtomValue(filterFaultAtom);
  const retry = useSetAtom(retryLoads);
  if (!fault) return null;
  const { title, details } = faultWords(fault);
  return (
    <Notice tone="danger" title={t("filter:failed")}>
      <div className={css.row}>
        <span>{[title, ...details].join(" ")}</span>
        <Button size="sm" kind="primary" onPress={() => void retry()}>
          {t("shell:retry")}
        </Button>
      </div>
    </Notice>
  );
}

/** Parts of the link that are invalid or not permitted. */
function Refused() {
  const [parts, setParts] = useAtom(refusedPartsAtom);
  const analysis = useAtomValue(analysisAtom);
  // Where the link asks for an analysis that the viewer may not see, the newest is shown.
  const instead = parts.includes("analysis") ? analysis : undefined;
  const names = parts.map((part) => t(`workbench:part.${part}`)).join(", ");
  return (
    <Notice
      tone="watch"
      title={t("workbench:refused")}
      onDismiss={() => setParts([])}
      dismissLabel={t("workbench:dismiss")}
    >
      {t("workbench:refused_parts", { parts: names })}{" "}
      {instead
        ? t("workbench:refused_instead", { name: instead.name, date: surveyDay(instead) })
        : null}
    </Notice>
  );
}
