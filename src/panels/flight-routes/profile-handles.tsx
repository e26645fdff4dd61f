// The waypoints in the height profile: dragged up or down, or moved by keys, alone or with all that are chosen.
import { useRef } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import {
  chosenRangeAtom,
  chosenWaypointAtom,
  raiseFromProfile,
} from "../../state/map/flight-route-edit.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./height-profile.module.css";

type Props = {
  readonly route: FlightRouteRecord;
  /** From metres to the units of the picture. */
  readonly x: (along_m: number) => number;
  readonly y: (height_m: number) => number;
};

/** More handles would lie on each other: then only those around the chosen waypoint are there. */
const MOST_HANDLES = 60;
/** Metres of an arrow key, and of a page key. */
const [STEP_M, PAGE_M] = [1, 10];

/** The waypoints with the metres that are flown over the ground to them. */
function spotsOf({ waypoints, take_off }: FlightRouteRecord) {
  let along_m = 0;
  return waypoints.map(({ place, height_m }, at) => {
    along_m += placesApart(waypoints[at - 1]?.place ?? take_off.place, place);
    return { at, along_m, height_m };
  });
}

export function ProfileHandles({ route, x, y }: Props) {
  const [chosen, choose] = useAtom(chosenWaypointAtom);
  const range = useAtomValue(chosenRangeAtom);
  const raise = useSetAtom(raiseFromProfile);
  const drag = useRef<{ at: number; y: number; height_m: number; metres: number } | null>(null);
  const drags = useRef(0);
  const { waypoints } = route;
  const spots = spotsOf(route);
  const isNear = (at: number) => Math.abs(at - (chosen ?? 0)) <= MOST_HANDLES / 2;
  const shown = spots.length > MOST_HANDLES ? spots.filter(({ at }) => isNear(at)) : spots;
  const isChosen = (at: number) => range !== null && at >= range[0] && at <= range[1];
  return shown.map(({ at, along_m, height_m }) => (
    <circle
      key={at}
      className={isChosen(at) ? `${css.handle} ${css.chosen}` : css.handle}
      cx={x(along_m)}
      cy={y(height_m)}
      r={isChosen(at) ? 5 : 4}
      role="slider"
      tabIndex={at === (chosen ?? 0) ? 0 : -1}
      aria-orientation="vertical"
      aria-label={t("flight-route:profile.handle", { number: at + 1, all: waypoints.length })}
      aria-valuenow={Math.round(height_m * 10) / 10}
      aria-valuemin={-200}
      aria-valuemax={1500}
      aria-valuetext={`${formatNumber(height_m, 1)} m`}
      onPointerDown={(event) => {
        event.preventDefault();
        if (!isChosen(at)) choose(at);
        const picture = event.currentTarget.ownerSVGElement!.getBoundingClientRect();
        const box = event.currentTarget.ownerSVGElement!.viewBox.baseVal;
        // The picture grows with its highest point: the scale is that of the begin.
        const metres = box.height / picture.height / (y(0) - y(1));
        drags.current += 1;
        drag.current = { at, y: event.clientY, height_m, metres };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const held = drag.current;
        if (held?.at !== at) return;
        const metres = held.height_m + (held.y - event.clientY) * held.metres;
        raise(at, Math.round(metres * 10) / 10, `profile ${drags.current}`);
      }}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      onKeyDown={(event) => {
        const by = { ArrowUp: STEP_M, ArrowDown: -STEP_M, PageUp: PAGE_M, PageDown: -PAGE_M }[
          event.key
        ];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (!isChosen(at)) choose(at);
        raise(at, height_m + by, "profile keys");
      }}
    />
  ));
}
