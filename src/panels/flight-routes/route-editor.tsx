// Edits the waypoints of one route: what is chosen, what is wrong and where, and what the change costs.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { ChevronLeft, ChevronRight, Plus, Save, Trash2 } from "lucide-react";
import { FEWEST_WAYPOINTS } from "../../domain/flight/route/route-edit.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import {
  chosenWaypointAtom,
  discardRoute,
  draftRouteAtom,
  editRoute,
  insertAfterChosen,
  insertBeforeChosen,
  isDragLimitedAtom,
  isRouteChangedAtom,
  removeChosenWaypoint,
  routeProblemsAtom,
  saveRoute,
} from "../../state/map/flight-route-edit.ts";
import { mostWind } from "../../domain/flight/time/flight-wind.ts";
import { batteryAtLandingAtom } from "../../state/map/flight-time.ts";
import { flyTo } from "../../state/map/view.ts";
import { formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { usePending } from "../pending.ts";
import { windValue } from "../record/wind-words.ts";
import { useUnsaved } from "../unsaved.ts";
import { HeightProfile } from "./height-profile.tsx";
import { WaypointFields } from "./waypoint-fields.tsx";
import css from "./flight-routes.module.css";

export function RouteEditor() {
  const route = useAtomValue(draftRouteAtom);
  if (!route) return null;
  return (
    <section className={css.part} aria-label={t("flight-route:edit", { name: route.name })}>
      <h3>{route.name}</h3>
      <small>{t("flight-route:editor.hint")}</small>
      <Chosen route={route} />
      <HeightProfile route={route} isEdited />
      <Facts route={route} />
      <Problems />
      <HorizonNote />
      <Buttons />
    </section>
  );
}

function Chosen({ route }: { route: FlightRouteRecord }) {
  const [chosen, choose] = useAtom(chosenWaypointAtom);
  const insertAfter = useSetAtom(insertAfterChosen);
  const insert = useSetAtom(insertBeforeChosen);
  const remove = useSetAtom(removeChosenWaypoint);
  const fly = useSetAtom(flyTo);
  const all = route.waypoints.length;
  const waypoint = chosen === null ? undefined : route.waypoints[chosen];
  const turn = (by: 1 | -1) => {
    const next = chosen === null ? (by > 0 ? 0 : all - 1) : (chosen + by + all) % all;
    choose(next);
    const place = route.waypoints[next]?.place;
    if (place) fly({ reveal: place });
  };
  const isFewest = all <= FEWEST_WAYPOINTS;
  return (
    <>
      <div className={css.actions} role="group" aria-label={t("flight-route:editor.waypoint")}>
        <IconButton size="sm" label={t("flight-route:editor.previous")} onPress={() => turn(-1)}>
          <ChevronLeft size={15} aria-hidden="true" />
        </IconButton>
        <span role="status">
          {waypoint
            ? t("flight-route:hover.waypoint", { number: chosen! + 1, all })
            : t("flight-route:editor.none", { all })}
        </span>
        <IconButton size="sm" label={t("flight-route:editor.next")} onPress={() => turn(1)}>
          <ChevronRight size={15} aria-hidden="true" />
        </IconButton>
      </div>
      {waypoint ? (
        <>
          <WaypointFields route={route} at={chosen!} />
          <div className={css.actions}>
            <Button
              size="sm"
              icon={<Plus size={14} aria-hidden="true" />}
              isDisabled={chosen === 0}
              onPress={() => insert()}
            >
              {t("flight-route:editor.insert")}
            </Button>
            <Button
              size="sm"
              icon={<Plus size={14} aria-hidden="true" />}
              isDisabled={chosen === all - 1}
              onPress={() => insertAfter()}
            >
              {t("flight-route:editor.insert_after")}
            </Button>
            <Button
              size="sm"
              icon={<Trash2 size={14} aria-hidden="true" />}
              reason={isFewest ? t("refusal:route_two_waypoints") : null}
              onPress={() => remove()}
            >
              {t("flight-route:editor.remove")}
            </Button>
          </div>
        </>
      ) : null}
    </>
  );
}

function Facts({ route }: { route: FlightRouteRecord }) {
  const { distance_m, duration_s, waypoints } = route;
  const { left_percent, time_left_percent, reserve_percent } =
    useAtomValue(batteryAtLandingAtom)(route);
  const isLow = reserve_percent !== null && time_left_percent < reserve_percent;
  const rows = [
    ["distance", `${formatNumber(distance_m, 0)} m`],
    ["duration", `${formatNumber(duration_s / 60, 1)} min`],
    ["waypoints", formatNumber(waypoints.length)],
    ["landing", formatShare(left_percent / 100, 0)],
    ["wind", windValue(mostWind(route))],
  ] as const;
  return (
    <>
      <dl className={css.facts}>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`flight-route:sheet.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isLow ? (
        <Alert tone="watch">
          {t("flight-route:editor.battery_low", {
            left: formatNumber(Math.max(0, time_left_percent), 0),
            reserve: formatNumber(reserve_percent, 0),
          })}
        </Alert>
      ) : null}
    </>
  );
}

/** Why a waypoint did not follow the pointer in 3D. */
function HorizonNote() {
  const isLimited = useAtomValue(isDragLimitedAtom);
  return (
    <div role="status">
      {isLimited ? <Alert tone="watch">{t("flight-route:editor.horizon")}</Alert> : null}
    </div>
  );
}

function Problems() {
  const problems = useAtomValue(routeProblemsAtom);
  const choose = useSetAtom(chosenWaypointAtom);
  if (problems.length === 0) {
    return <small role="status">{t("flight-route:editor.no_faults")}</small>;
  }
  return (
    <Alert tone="danger" title={t("flight-route:editor.faults", { count: problems.length })}>
      <ul className={css.faults}>
        {problems.map((problem) => {
          const waypoint = Number(problem.values?.["waypoint"] ?? 0);
          const words = refusalWords(problem);
          return (
            <li key={`${problem.reason} ${waypoint}`}>
              {waypoint > 0 ? (
                <Button kind="quiet" size="sm" onPress={() => choose(waypoint - 1)}>
                  {words}
                </Button>
              ) : (
                words
              )}
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

function Buttons() {
  const isChanged = useAtomValue(isRouteChangedAtom);
  const problems = useAtomValue(routeProblemsAtom);
  const save = useSetAtom(saveRoute);
  const discard = useSetAtom(discardRoute);
  const edit = useSetAtom(editRoute);
  const [isPending, whilePending] = usePending();
  const [isAsking, setAsking] = useState(false);
  const store = async (): Promise<boolean> => {
    return whilePending(async () => {
      await save();
      showDone(t("flight-route:saved"));
    });
  };
  const canSave = problems.length === 0;
  useUnsaved(isChanged, { kind: "drawing", drop: discard, ...(canSave && { save: store }) });
  return (
    <div className={css.actions}>
      {isChanged ? (
        <>
          <Button
            kind="primary"
            size="sm"
            icon={<Save size={14} aria-hidden="true" />}
            isPending={isPending}
            reason={problems[0] ? refusalWords(problems[0]) : null}
            onPress={() => void store()}
          >
            {t("flight-route:editor.save")}
          </Button>
          <Button size="sm" onPress={() => discard()}>
            {t("flight-route:editor.discard")}
          </Button>
        </>
      ) : null}
      <Button size="sm" onPress={() => (isChanged ? setAsking(true) : edit(null))}>
        {t("flight-route:editor.end")}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t("flight-route:editor.leave_title")}
          confirmLabel={t("flight-route:editor.discard")}
          cancel={t("flight-export:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => edit(null)}
          onClose={() => setAsking(false)}
        >
          {t("flight-route:editor.leave_text")}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
