// The slider that flies the shown routes on the map, with what the drone does at that time.
import { useEffect, useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Pause, Play, SkipBack, SkipForward, X } from "lucide-react";
import {
  advanceSeconds,
  flightMomentAtom,
  flightSecondsAtom,
  shownSecondsAtom,
  stepWaypoint,
} from "../../state/map/flight-time.ts";
import { formatMinutes, formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Segments } from "../../ui/form/choice.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import css from "./flight-routes.module.css";

const paces = ["1", "10", "60"] as const;
type Pace = (typeof paces)[number];
/** Milliseconds between two waypoints where the user wants no motion. */
const STILL_MS = 1000;

export function FlightPlayer() {
  const [seconds, show] = useAtom(shownSecondsAtom);
  const all = useAtomValue(flightSecondsAtom);
  const [pace, setPace] = useState<Pace>("10");
  const [isPlaying, setPlaying] = useState(false);
  const step = useSetAtom(stepWaypoint);
  const isAtEnd = seconds !== null && seconds >= all;
  usePlaying(isPlaying && !isAtEnd, Number(pace));
  if (all === 0) return null;
  const play = () => {
    if (isAtEnd || seconds === null) show(0);
    setPlaying(!isPlaying || isAtEnd);
  };
  const isRunning = isPlaying && !isAtEnd;
  const stepBy = (sense: 1 | -1) => {
    setPlaying(false);
    step(sense);
  };
  return (
    <section className={css.part} aria-label={t("flight-route:player.title")}>
      <h3>{t("flight-route:player.title")}</h3>
      <Slider
        label={t("flight-route:player.time")}
        labelHidden
        minValue={0}
        maxValue={Math.ceil(all)}
        step={1}
        value={seconds ?? 0}
        onChange={(next) => {
          setPlaying(false);
          show(next);
        }}
      />
      <div className={css.actions}>
        <IconButton
          size="sm"
          label={t(isRunning ? "flight-route:player.pause" : "flight-route:player.play")}
          onPress={play}
        >
          {isRunning ? (
            <Pause size={15} aria-hidden="true" />
          ) : (
            <Play size={15} aria-hidden="true" />
          )}
        </IconButton>
        <IconButton size="sm" label={t("flight-route:player.back")} onPress={() => stepBy(-1)}>
          <SkipBack size={15} aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" label={t("flight-route:player.next")} onPress={() => stepBy(1)}>
          <SkipForward size={15} aria-hidden="true" />
        </IconButton>
        <Segments
          label={t("flight-route:player.pace")}
          value={pace}
          onChange={setPace}
          options={paces.map((id) => ({ id, label: `${id}×` }))}
        />
        {seconds === null ? null : (
          <IconButton
            size="sm"
            label={t("flight-route:player.end")}
            onPress={() => {
              setPlaying(false);
              show(null);
            }}
          >
            <X size={15} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <Moment />
    </section>
  );
}

/** Moves the time on while it plays: in steps of a waypoint for users who want no motion. */
function usePlaying(isPlaying: boolean, pace: number): void {
  const advance = useSetAtom(advanceSeconds);
  const step = useSetAtom(stepWaypoint);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const timer = setInterval(() => step(1), STILL_MS);
      return () => clearInterval(timer);
    }
    let before = performance.now();
    let frame = requestAnimationFrame(function tick(now) {
      advance((pace * Math.max(0, now - before)) / 1000);
      before = now;
      frame = requestAnimationFrame(tick);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, pace, advance, step]);
}

function Moment() {
  const moment = useAtomValue(flightMomentAtom);
  if (!moment) return <small>{t("flight-route:player.hint")}</small>;
  const { route, elapsed_s, duration_s, battery_percent, heading_deg, height_m, speed_m_s } =
    moment;
  const heading = (Math.round(heading_deg) + 360) % 360;
  const rows = [
    ["sortie", route.name],
    [
      "phase",
      moment.waypoint === null
        ? t(`flight-route:phase.${moment.phase}`)
        : t("flight-route:player.to_waypoint", {
            number: moment.waypoint,
            all: route.waypoints.length,
          }),
    ],
    ["elapsed", `${formatMinutes(elapsed_s)} / ${formatMinutes(duration_s)}`],
    ["battery", formatShare(battery_percent / 100, 0)],
    ["heading", `${heading}°`],
    ["height", `${formatNumber(height_m, 0)} m`],
    ["speed", `${formatNumber(speed_m_s, 1)} m/s`],
  ] as const;
  return (
    <dl className={css.facts} data-moment="">
      {rows.map(([key, value]) => (
        <div key={key}>
          <dt>{t(`flight-route:player.${key}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
