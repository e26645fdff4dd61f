// The curves of a day: irradiance on the left axis, height of the sun on the right one, spans below.
import type { FlightDay, Span } from "../../domain/flight/time/flight-day.ts";
import { t } from "../../state/shell/locale.ts";
import css from "./day-curves.module.css";

const [WIDTH, HEIGHT] = [340, 210];
const [LEFT, RIGHT, TOP, BOTTOM] = [38, 30, 18, 62];
const MOST_W_M2 = 1200;
const MOST_DEG = 90;

export function DayCurves({
  day,
  campaign,
  least,
  hourOf,
  label,
}: {
  day: FlightDay;
  campaign: Span;
  /** W/m2 that the flight needs; null: daylight is enough. */
  least: number | null;
  /** Label of the axis. */
  hourOf: (time_ms: number) => string;
  /** What the curves say, in words. */
  label: string;
}) {
  const from = day.points[0]?.time_ms ?? 0;
  const to = day.points.at(-1)?.time_ms ?? 1;
  const floor = HEIGHT - BOTTOM;
  const x = (time_ms: number) => LEFT + ((time_ms - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  const y = (share: number) => floor - Math.max(0, Math.min(1, share)) * (floor - TOP);
  const path = (shareOf: (point: FlightDay["points"][number]) => number) =>
    `M${day.points.map((point) => `${x(point.time_ms).toFixed(1)} ${y(shareOf(point)).toFixed(1)}`).join("L")}`;
  const hours = [0, 6, 12, 18, 24].map((hour) => from + ((to - from) * hour) / 24);
  const strips = [
    ...(least === null
      ? [{ key: "daylight", spans: day.daylight_spans, style: css.bright }]
      : [
          { key: "irradiance", spans: day.irradiance_spans, style: css.bright },
          ...(day.glint_free_spans
            ? [{ key: "no_mirror", spans: day.glint_free_spans, style: css.clear }]
            : []),
        ]),
    { key: "campaign", spans: [campaign], style: css.campaign },
  ] as const;
  return (
    <>
      <svg className={css.curves} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[0, 300, 600, 900, 1200].map((value) => (
          <g key={value}>
            <path className={css.grid} d={`M${LEFT} ${y(value / MOST_W_M2)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 4} y={y(value / MOST_W_M2) + 3.5} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        {[0, 30, 60, 90].map((value) => (
          <text key={value} x={WIDTH - RIGHT + 4} y={y(value / MOST_DEG) + 3.5}>
            {value}°
          </text>
        ))}
        <text x={LEFT - 4} y={9} textAnchor="end" className={css.light}>
          W/m²
        </text>
        {least === null ? null : (
          <path className={css.least} d={`M${LEFT} ${y(least / MOST_W_M2)}H${WIDTH - RIGHT}`} />
        )}
        <path className={css.sun} d={path(({ elevation_deg }) => elevation_deg / MOST_DEG)} />
        <path
          className={css.irradiance}
          d={path(({ irradiance_w_m2 }) => irradiance_w_m2 / MOST_W_M2)}
        />
        {hours.map((time_ms, at) => (
          <text
            key={time_ms}
            x={x(time_ms)}
            y={floor + 14}
            textAnchor={at === 0 ? "start" : at === hours.length - 1 ? "end" : "middle"}
          >
            {hourOf(time_ms)}
          </text>
        ))}
        {strips.map(({ key, spans, style }, at) => (
          <g key={key}>
            <path className={css.rail} d={`M${LEFT} ${floor + 26 + at * 12}H${WIDTH - RIGHT}`} />
            {spans.map(({ from_ms, to_ms }) => {
              const start = Math.max(x(Math.max(from_ms, from)), LEFT);
              const end = Math.min(x(to_ms), WIDTH - RIGHT);
              return (
                <rect
                  key={from_ms}
                  className={style}
                  x={start}
                  y={floor + 22 + at * 12}
                  width={Math.max(2, end - start)}
                  height="8"
                  rx="2"
                />
              );
            })}
          </g>
        ))}
      </svg>
      <ul className={css.key} aria-hidden="true">
        <li className={css.irradianceKey}>{t("flight:day.irradiance")} (W/m²)</li>
        <li className={css.sunKey}>{t("flight:day.elevation")} (°)</li>
        <li className={css.brightKey}>
          {least === null ? t("flight:day.daylight_key") : t("flight:day.bright_key", { least })}
        </li>
        {least === null || !day.glint_free_spans ? null : (
          <li className={css.clearKey}>{t("flight:day.clear_key")}</li>
        )}
        <li className={css.campaignKey}>{t("flight:day.campaign_key")}</li>
      </ul>
    </>
  );
}
