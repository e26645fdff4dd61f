// Messages over the map: the plant is loading, missing, or has nothing to draw yet, and what to do next.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Boxes, ChartNoAxesColumn } from "lucide-react";
import { Link } from "wouter";
import { analysesAtom, analysisAtom } from "../../state/plant/analysis.ts";
import { openPanel } from "../../state/shell/dock.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { retryPlant } from "../../state/plant/open-plant.ts";
import { plantAtom, twinAtom } from "../../state/plant/plant.ts";
import { askAtom } from "../../state/account/ask.ts";
import { flyTo } from "../../state/map/view.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback.tsx";
import css from "./plant.module.css";

export function PlantState() {
  const plant = useAtomValue(plantAtom);
  const twin = useAtomValue(twinAtom);
  const retry = useSetAtom(retryPlant);

  if (plant.state === "failed") {
    const words = faultWords(plant.fault);
    const isMissing = words.code === "RESOURCE_NOT_FOUND" || words.code === "PERMISSION_DENIED";
    return (
      <div className={css.cover}>
        <ErrorState
          title={isMissing ? t("plant:missing.title") : words.title}
          details={isMissing ? [t("plant:missing.text")] : words.details}
          actions={
            isMissing ? (
              <Link href="/plants">{t("plant:missing.back")}</Link>
            ) : (
              <Button kind="primary" onPress={() => void retry()}>
                {t("shell:retry")}
              </Button>
            )
          }
        />
      </div>
    );
  }
  if (twin.state === "failed") {
    const isMissing = twin.fault.problems.some(({ reason }) => reason === "twin_missing");
    return isMissing ? <NoTwin /> : <TwinFault cause={twin.fault} />;
  }
  if (plant.state !== "ready" || twin.state !== "ready") {
    return (
      <output className={css.chip}>
        <span className={css.spinner} aria-hidden="true" />
        {t("plant:loading")}
      </output>
    );
  }
  return <NoResult />;
}

function TwinFault({ cause }: { cause: unknown }) {
  const retry = useSetAtom(retryPlant);
  const { title, details } = faultWords(cause);
  return (
    <div className={css.card}>
      <ErrorState
        title={title}
        details={details}
        actions={
          <Button kind="primary" onPress={() => void retry()}>
            {t("shell:retry")}
          </Button>
        }
      />
    </div>
  );
}

/** Zoom level that shows the surroundings of a site. */
const SITE_ZOOM = 12;

function NoTwin() {
  const ask = useAtomValue(askAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  const fly = useSetAtom(flyTo);
  useEffect(() => {
    if (!plant) return;
    const centre = [plant.lon, plant.lat] as const;
    fly({ camera: { centre, zoom: SITE_ZOOM, bearing: 0, pitch: 0 } }, true);
  }, [plant, fly]);
  const open = useSetAtom(openPanel);
  const canImport = ask("digitalTwin.importFiles") === null;
  return (
    <div className={css.card}>
      <EmptyState
        icon={<Boxes size={22} aria-hidden="true" />}
        title={t("plant:no_twin.title")}
        actions={
          canImport ? (
            <Button kind="primary" onPress={() => open("twin-import")}>
              {t("plant:no_twin.act")}
            </Button>
          ) : null
        }
      >
        {t(canImport ? "plant:no_twin.text" : "plant:no_twin.wait")}
      </EmptyState>
    </div>
  );
}

/** A bar instead of a card, so that the geometry stays visible. */
function NoResult() {
  const analyses = useAtomValue(analysesAtom);
  const analysis = useAtomValue(analysisAtom);
  const ask = useAtomValue(askAtom);
  const open = useSetAtom(openPanel);
  const digitized = valueOf(useAtomValue(plantAtom))?.digitized === true;
  if (analyses.state !== "ready") return null;
  if (analysis && analysis.key_figure_ids.length > 0) return null;
  const target = analysis && { analysis, plant: { digitized } };
  // If results cannot be imported now, the panel says why.
  const canImport = target && !ask("analysisResult.importFile", target)?.isHidden;
  const canCreate = analysis === undefined && ask("analysis.create", analyses.value) === null;
  return (
    <output className={css.bar}>
      <ChartNoAxesColumn size={16} aria-hidden="true" />
      <span>{t(analysis ? "plant:no_result.text" : "plant:no_analysis.text")}</span>
      {canImport ? (
        <Button size="sm" kind="primary" onPress={() => open("result-import")}>
          {t("plant:no_result.act")}
        </Button>
      ) : null}
      {canCreate ? (
        <Button size="sm" kind="primary" onPress={() => open("analyses")}>
          {t("plant:no_analysis.act")}
        </Button>
      ) : null}
    </output>
  );
}
