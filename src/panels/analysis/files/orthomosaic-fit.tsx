// Fit of an orthomosaic to the plant's components: check it, compare before and after, apply the shift.
import { bearingTo } from "../../../domain/component/nearest.ts";
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Link } from "wouter";
import { Crosshair } from "lucide-react";
import { emptyView, viewToQuery } from "../../../domain/plant/view.ts";
import type { Fit, PlacementId } from "../../../domain/raster/fit.ts";
import type { Orthomosaic } from "../../../domain/raster/orthomosaic.ts";
import { askAtom, reasonOf } from "../../../state/account/ask.ts";
import { formatDate, formatNumber, t } from "../../../state/shell/locale.ts";
import { showDone, showFault } from "../../../state/shell/toast.ts";
import {
  checkFit,
  drawnPlacementAtom,
  placeOrthomosaic,
  previewPlacement,
} from "../../../state/upload/orthomosaic.ts";
import { Button } from "../../../ui/button.tsx";
import { Progress } from "../../../ui/feedback.tsx";
import { Segments } from "../../../ui/form/choice.tsx";
import css from "./orthomosaics.module.css";

type OrthomosaicFitProps = { analysis_id: number; plant_id: number; orthomosaic: Orthomosaic };

export function OrthomosaicFit({ analysis_id, plant_id, orthomosaic }: OrthomosaicFitProps) {
  const { id, fit, fit_at, placement, file_name: name } = orthomosaic;
  const ask = useAtomValue(askAtom);
  const check = useSetAtom(checkFit);
  const place = useSetAtom(placeOrthomosaic);
  const [pending, setPending] = useState<"check" | "place" | null>(null);
  const refusal = ask("orthomosaic.checkFit", orthomosaic);
  const act = async (kind: "check" | "place", run: () => Promise<unknown>) => {
    setPending(kind);
    await run().catch(showFault);
    setPending(null);
  };
  const move = async (to: PlacementId) => {
    await place(analysis_id, id, to);
    showDone(t(`orthomosaic:fit.done.${to}`, { name }));
  };
  if (pending === "check") return <Progress label={t("orthomosaic:fit.checking")} value={null} />;
  const other: PlacementId = placement === "stated" ? "proposed" : "stated";
  const mayMove = ask("orthomosaic.place", { facts: orthomosaic, to: other }) === null;
  return (
    <div className={css.fit} role="group" aria-label={t("orthomosaic:fit.title", { name })}>
      {fit_at === null ? null : <FitWords fit={fit} fit_at={fit_at} />}
      {placement === "proposed" ? <small>{t("orthomosaic:fit.is_moved")}</small> : null}
      {fit ? <Preview orthomosaic={orthomosaic} plant_id={plant_id} /> : null}
      <span className={css.acts}>
        {fit && mayMove ? (
          <Button
            size="sm"
            kind={other === "proposed" ? "primary" : "secondary"}
            isDisabled={pending !== null}
            onPress={() => void act("place", () => move(other))}
          >
            {t(`orthomosaic:fit.apply.${other}`)}
          </Button>
        ) : null}
        {refusal?.isHidden ? null : (
          <Button
            size="sm"
            icon={<Crosshair size={14} aria-hidden="true" />}
            reason={reasonOf(refusal)}
            onPress={() => void act("check", () => check(analysis_id, id))}
          >
            {t(fit_at === null ? "orthomosaic:fit.check" : "orthomosaic:fit.again")}
          </Button>
        )}
      </span>
    </div>
  );
}

/** "To fit, it moves 84 cm towards 110° …" */
function FitWords({ fit, fit_at }: { fit: Fit | null; fit_at: string }) {
  if (!fit) return <small>{t("orthomosaic:fit.none", { date: formatDate(fit_at) })}</small>;
  const [east, north] = fit.shift_m;
  const bearing = bearingTo([0, 0], fit.shift_m);
  return (
    <>
      <small>
        {t("orthomosaic:fit.found", {
          distance: formatNumber(Math.hypot(east, north) * 100, 0),
          bearing: formatNumber(bearing, 0),
          turn: formatNumber((fit.turn_mrad / 1000) * (180 / Math.PI), 3),
          scale: formatNumber((fit.scale - 1) * 100, 3),
          count: fit.blocks,
          type: t(`component:type.${fit.component_type}.many`),
          date: formatDate(fit_at),
        })}
      </small>
      <FitFigures fit={fit} />
      {fit.is_ambiguous ? (
        <small className={css.fault} role="alert">
          {t("orthomosaic:fit.ambiguous")}
        </small>
      ) : null}
    </>
  );
}

/** How far the picture lies from the components, before and after the movement. */
function FitFigures({ fit: { before_m, residual_m } }: { fit: Fit }) {
  const figures = { before: before_m, after: residual_m };
  return (
    <dl className={css.figures} aria-label={t("orthomosaic:fit.distance")}>
      <dt>{t("orthomosaic:fit.distance")}</dt>
      {(["before", "after"] as const).map((when) => (
        <dd key={when}>
          {t(`orthomosaic:fit.${when}`)}{" "}
          <strong>
            {figures[when] === null ? "–" : `${formatNumber(figures[when] * 100, 1)} cm`}
          </strong>
        </dd>
      ))}
    </dl>
  );
}

type PreviewProps = Pick<OrthomosaicFitProps, "orthomosaic" | "plant_id">;

function Preview({ orthomosaic, plant_id }: PreviewProps) {
  const { analysis_id, picture } = orthomosaic;
  const drawn = useAtomValue(drawnPlacementAtom)(orthomosaic);
  const preview = useSetAtom(previewPlacement);
  return (
    <>
      <Segments<PlacementId>
        label={t("orthomosaic:fit.shown")}
        options={[
          { id: "stated", label: t("orthomosaic:fit.before") },
          { id: "proposed", label: t("orthomosaic:fit.after") },
        ]}
        value={drawn}
        onChange={(to) => preview(orthomosaic.id, to === orthomosaic.placement ? null : to)}
      />
      {picture ? (
        <Link href={mapAddress(plant_id, analysis_id, picture.bounds)}>
          {t("orthomosaic:fit.look")}
        </Link>
      ) : null}
    </>
  );
}

/** Zoom at which the gaps between modules are seen. */
const CLOSE_ZOOM = 19;

/** The map over the middle of the picture. */
function mapAddress(
  plant_id: number,
  analysis_id: number,
  [west, south, east, north]: readonly [number, number, number, number],
): string {
  const centre = [(west + east) / 2, (south + north) / 2] as const;
  const camera = { centre, zoom: CLOSE_ZOOM, bearing: 0, pitch: 0 };
  return `/plant/${plant_id}?${viewToQuery({ ...emptyView, analysis_id, camera })}`;
}
