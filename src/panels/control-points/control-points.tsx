// Sets the control points of a raster, shows how well they fit, and evaluates the analysis with them.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Crosshair } from "lucide-react";
import { Link } from "wouter";
import { analysisAtom } from "../../state/plant/analysis/analysis.ts";
import { placeWords } from "../../state/plant/column/place-words.ts";
import {
  chooseControlRaster,
  controlListAtom,
  controlRasterAtom,
} from "../../state/map/control-point.ts";
import {
  beginControl,
  controlPictureAtom,
  endControl,
  reloadEvaluated,
} from "../../state/map/control-view.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { LoadFault } from "../load-fault.tsx";
import { RunEvaluation } from "../run-evaluation/run-evaluation.tsx";
import { PointList } from "./point-list.tsx";
import css from "./control-points.module.css";

export function ControlPoints() {
  const analysis = useAtomValue(analysisAtom);
  const list = useAtomValue(controlListAtom);
  const raster = useAtomValue(controlRasterAtom);
  const begin = useSetAtom(beginControl);
  const end = useSetAtom(endControl);
  const reload = useSetAtom(reloadEvaluated);
  const { id = null, kind = null } = useAtomValue(controlPictureAtom) ?? {};
  useEffect(() => {
    if (id !== null && kind !== null) begin({ id, kind });
    return () => end();
  }, [begin, end, id, kind]);
  if (list.state === "failed") return <LoadFault fault={list.fault} />;
  if (list.state === "loading") return <Skeleton label={t("shell:loading")} lines={6} />;
  if (!analysis || list.state !== "ready")
    return <Nothing title={t("control-point:no_analysis")} />;
  if (!raster) {
    return (
      <Nothing title={t("control-point:no_raster")}>{t("control-point:no_raster_text")}</Nothing>
    );
  }
  const page = `/analysis/${analysis.id}`;
  const { rasters } = valueOf(list)!;
  return (
    <div className={css.panel}>
      <Rasters rasters={rasters} chosen={raster.sha256} />
      {raster.orthomosaic_id === null ? (
        <Alert tone="watch" title={t("control-point:no_picture")}>
          {t("control-point:no_picture_text")}{" "}
          <Link href={`${page}#upload`} className={css.link}>
            {t("control-point:to_files")}
          </Link>
        </Alert>
      ) : (
        <PointList />
      )}
      <RunEvaluation
        analysis={analysis}
        label={t("control-point:evaluate")}
        onDone={() => void reload()}
      />
      {raster.place ? <p className={css.lead}>{placeWords(raster.place)}</p> : null}
      <p className={css.lead}>{t("control-point:lead")}</p>
      <Link href={`${page}#evaluation`} className={css.link}>
        {t("control-point:to_log")}
      </Link>
    </div>
  );
}

function Nothing({ title, children }: { title: string; children?: string }) {
  return (
    <EmptyState icon={<Crosshair size={20} aria-hidden="true" />} title={title}>
      {children}
    </EmptyState>
  );
}

type RastersProps = {
  rasters: readonly { file_name: string; sha256: string }[];
  chosen: string;
};

function Rasters({ rasters, chosen }: RastersProps) {
  const choose = useSetAtom(chooseControlRaster);
  if (rasters.length === 1) return <strong className={css.file}>{rasters[0]!.file_name}</strong>;
  return (
    <Select
      label={t("control-point:raster")}
      options={rasters.map(({ file_name, sha256 }) => ({ id: sha256, label: file_name }))}
      value={chosen}
      onChange={(id) => choose(id)}
    />
  );
}
