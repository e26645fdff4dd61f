// The points of a raster: what to press next, how far each lies beside the movement, and what saves them.
import { useAtomValue, useSetAtom } from "jotai";
import { LocateFixed, Save, Trash2, Undo2 } from "lucide-react";
import { controlCount } from "../../domain/evaluation/place/control-point.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  chosenControlAtom,
  controlChangedAtom,
  controlFitAtom,
  controlPointsAtom,
  controlRefusalAtom,
  dropControl,
  nextSideAtom,
  removeControl,
  saveControl,
  type ControlSide,
} from "../../state/map/control-point.ts";
import { flyTo } from "../../state/map/view.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import css from "./control-points.module.css";

export function PointList() {
  const points = useAtomValue(controlPointsAtom);
  const next = useAtomValue(nextSideAtom);
  const refusal = useAtomValue(controlRefusalAtom);
  const isOpen = points.length < 2 || refusal?.reason === "control_open";
  return (
    <>
      <p className={css.next} role="status">
        {t(`control-point:next.${stepOf(next, points.length)}`, {
          n: formatNumber(points.length + 1),
        })}
      </p>
      <Points />
      <Fit />
      {refusal && !isOpen ? (
        <Alert tone="danger" title={t("control-point:refused")}>
          {refusalWords(refusal)}
        </Alert>
      ) : null}
      <Acts />
    </>
  );
}

function stepOf(next: ControlSide | null, set: number) {
  if (next === null) return "none";
  return next === "seen" && set >= controlCount.least ? "more" : next;
}

function Points() {
  const points = useAtomValue(controlPointsAtom);
  const fit = useAtomValue(controlFitAtom);
  const chosen = useAtomValue(chosenControlAtom);
  const choose = useSetAtom(chosenControlAtom);
  const remove = useSetAtom(removeControl);
  const fly = useSetAtom(flyTo);
  if (points.length === 0) return null;
  return (
    <table className={css.points}>
      <thead>
        <tr>
          <th scope="col">{t("control-point:point")}</th>
          <th scope="col">{t("control-point:residual")}</th>
          <th scope="col">
            <span className={"visually-hidden"}>{t("control-point:acts")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ seen, place }, at) => {
          const n = formatNumber(at + 1);
          const residual = place ? fit?.residuals[at] : undefined;
          return (
            <tr key={JSON.stringify([seen, place])} data-chosen={chosen?.at === at}>
              <th scope="row">{n}</th>
              <td>
                {place === null
                  ? t("control-point:open")
                  : residual === undefined
                    ? "–"
                    : `${formatNumber(residual * 100, 1)} cm`}
              </td>
              <td>
                <IconButton
                  size="sm"
                  label={t("control-point:show", { n })}
                  onPress={() => {
                    choose({ at, side: "seen" });
                    fly({ middle: [seen[0], seen[1]], leastZoom: CLOSE_ZOOM });
                  }}
                >
                  <LocateFixed size={14} aria-hidden="true" />
                </IconButton>
                <IconButton
                  size="sm"
                  label={t("control-point:remove", { n })}
                  onPress={() => remove(at)}
                >
                  <Trash2 size={14} aria-hidden="true" />
                </IconButton>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Zoom at which two neighbouring corners can be distinguished. */
const CLOSE_ZOOM = 21;

function Fit() {
  const fit = useAtomValue(controlFitAtom);
  if (!fit) return null;
  const { pose, residual_m } = fit;
  return (
    <dl className={css.fit} aria-label={t("control-point:fit")}>
      <dt>{t("control-point:shift")}</dt>
      <dd>{`${formatNumber(Math.hypot(pose.dx, pose.dy), 2)} m`}</dd>
      <dt>{t("control-point:turn")}</dt>
      <dd>{`${formatNumber((pose.turn * 180) / Math.PI, 2)}°`}</dd>
      <dt>{t("control-point:residual")}</dt>
      <dd>{`${formatNumber(residual_m * 100, 1)} cm`}</dd>
    </dl>
  );
}

function Acts() {
  const points = useAtomValue(controlPointsAtom);
  const isChanged = useAtomValue(controlChangedAtom);
  const refusal = useAtomValue(controlRefusalAtom);
  const denied = useAtomValue(askAtom)("controlPoint.set", {
    points: [],
    origin: [0, 0],
    extent_m: 0,
  });
  const save = useSetAtom(saveControl);
  const drop = useSetAtom(dropControl);
  const store = async (next: typeof points) => {
    try {
      await save(next);
      showDone(t(next.length === 0 ? "control-point:removed" : "control-point:saved"));
    } catch (cause) {
      showFault(cause);
    }
  };
  return (
    <div className={css.acts}>
      {isChanged ? (
        <>
          <Button
            kind="primary"
            size="sm"
            icon={<Save size={14} aria-hidden="true" />}
            reason={reasonOf(denied ?? refusal)}
            onPress={() => void store(points)}
          >
            {t("control-point:save")}
          </Button>
          <Button size="sm" icon={<Undo2 size={14} aria-hidden="true" />} onPress={() => drop()}>
            {t("control-point:drop")}
          </Button>
        </>
      ) : points.length > 0 ? (
        <Button
          size="sm"
          icon={<Trash2 size={14} aria-hidden="true" />}
          reason={reasonOf(denied)}
          onPress={() => void store([])}
        >
          {t("control-point:remove_all")}
        </Button>
      ) : null}
    </div>
  );
}
