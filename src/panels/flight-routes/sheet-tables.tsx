// The tables of the flight sheet: sorties, limits of weather and light, and what is checked before take-off.
import { takeOffNameAt } from "../../domain/flight/area/flight-area.ts";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import type { FlightAreas } from "../../domain/flight/route/flight-route.ts";
import type { RouteCheck } from "../../domain/flight/route/route-check.ts";
import { formatDateTimeIn, formatMinutes, formatNumber, t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { routePhotos } from "../../domain/flight/flown/photo-points.ts";
import { droneWind } from "../../domain/flight/route/route-wind.ts";
import { LEAST_IRRADIANCE_W_M2 } from "../../domain/flight/time/flight-day.ts";
import { LEAST_AT_LANDING, MEASURING_WIND_KM_H } from "../../domain/flight/time/flight-wind.ts";
import { altitudeWords } from "../record/altitude-words.ts";
import { cameraWords, isTilted } from "../record/camera-words.ts";
import { windValue } from "../record/wind-words.ts";
import { batteryWords } from "./sortie-facts.ts";
import css from "./flight-sheet.module.css";

/**
 * Wind: IEC TS 62446-3 allows 28 km/h; clouds: 2 okta; irradiance: 600 W/m2 in the module plane. For troughs no
 * standard says less, and hot tubes are measured at any irradiance.
 */
const LIMITS = { wind_km_h: MEASURING_WIND_KM_H, okta: 2, irradiance: LEAST_IRRADIANCE_W_M2 };

/** The checklist. */
const steps = [
  "area",
  "permission",
  "no_fly",
  "weather",
  "plant",
  "batteries",
  "card",
  "lens",
  "return_height",
  "route",
  "people",
] as const;

type SheetProps = {
  campaign: FlightCampaign;
  routes: readonly FlightRouteRecord[];
  /** Of each route by its id, as the server has it. */
  checks: ReadonlyMap<number, RouteCheck>;
  /** Of the plant: its take-off positions have names. */
  areas: Pick<FlightAreas, "take_offs">;
};

/** A column of the table of sorties: its cell, and what stands below it. */
type Column = {
  readonly key: string;
  readonly cell: (route: FlightRouteRecord) => string;
  readonly foot: string;
};

export function columnsOf({ campaign, routes, checks, areas }: SheetProps): Column[] {
  const sum = (of: (route: FlightRouteRecord) => number) =>
    routes.reduce((all, route) => all + of(route), 0);
  const metres = (value: number) => `${formatNumber(value, 0)} m`;
  const hasNames = areas.take_offs.some(({ name }) => name);
  const minutes = (seconds: number) => formatMinutes(Math.round(seconds));
  const hasBatches = routes.some(({ eval_batch_num }) => eval_batch_num !== null);
  const of = (
    key: string,
    value: (route: FlightRouteRecord) => number,
    words: (value: number) => string,
  ): Column => ({ key, cell: (route) => words(value(route)), foot: words(sum(value)) });
  // Rounded down, a height would no longer clear the ground.
  const tenths = (value: number) => `${formatNumber(value, 1)} m`;
  const checked = (key: string, words: (check: RouteCheck) => string): Column => ({
    key,
    cell: ({ id }) => {
      const check = checks.get(id);
      return check ? words(check) : "–";
    },
    foot: "–",
  });
  return [
    { key: "type", cell: ({ flight_type }) => t(`flight:type.${flight_type}`), foot: "–" },
    {
      key: "start",
      cell: ({ id, start_at }) => {
        if (start_at === null) return "–";
        const time = formatDateTimeIn(campaign.time_zone, start_at);
        return checks.get(id)?.past ? t("flight-route:sheet.past", { time }) : time;
      },
      foot: "–",
    },
    ...(hasNames
      ? [
          {
            key: "take_off",
            cell: ({ take_off }: FlightRouteRecord) => takeOffNameAt(take_off.place, areas) || "–",
            foot: "–",
          },
        ]
      : []),
    of("duration", ({ duration_s }) => duration_s, minutes),
    of("distance", ({ distance_m }) => distance_m, metres),
    of("photos", routePhotos, formatNumber),
    of("waypoints", ({ waypoints }) => waypoints.length, formatNumber),
    {
      key: "height",
      cell: (route) => {
        const check = checks.get(route.id);
        return check?.altitude_above === "take_off"
          ? altitudeWords({ ...route, check })
          : metres(route.altitude_agl_m);
      },
      foot: "–",
    },
    ...(routes.some(isTilted) ? [{ key: "camera", cell: cameraWords, foot: "–" }] : []),
    checked("security", ({ security_height_m }) => tenths(security_height_m)),
    checked("return", ({ return_height_m }) => tenths(return_height_m)),
    checked("wind", ({ wind }) => windValue(wind)),
    checked("ground", ({ is_ground_known }) =>
      t(`flight-route:sheet.${is_ground_known ? "known" : "unknown"}`),
    ),
    {
      key: "battery",
      cell: (route) => batteryWords(route, campaign),
      foot: formatNumber(Math.min(routes.length, campaign.metrics?.["batteries"] ?? routes.length)),
    },
    ...(hasBatches
      ? [
          {
            key: "batch",
            cell: ({ eval_batch_num }: FlightRouteRecord) => String(eval_batch_num ?? "–"),
            foot: "–",
          },
        ]
      : []),
  ];
}

export function SheetTables({ campaign, routes, checks, areas }: SheetProps) {
  const columns = columnsOf({ campaign, routes, checks, areas }).map((column) => ({
    ...column,
    name: t(`flight-route:sheet.${column.key}`),
  }));
  const drone = {
    aircraft: campaign.aircraft,
    drone_m_s: formatNumber(droneWind(campaign.aircraft), 1),
  };
  const isPv = campaign.flight_types.includes("pv_thermal");
  const weather = ["wind", "rain", ...(isPv ? ["irradiance", "clouds"] : ["visibility"])];
  return (
    <>
      <section>
        <h2>{t("flight-route:sorties")}</h2>
        {/* On a narrow screen each row is a list of its cells, with the names of their columns. */}
        <table className={css.sorties}>
          <thead>
            <tr>
              <th scope="col">{t("flight-route:sheet.sortie")}</th>
              {columns.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {routes.map((route) => (
              <tr key={route.id}>
                <th scope="row">{route.name}</th>
                {columns.map(({ key, name, cell }) => (
                  <td key={key} data-column={name}>
                    {cell(route)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">
                {routes.length < campaign.route_count
                  ? t("flight-route:sheet.sum_of", {
                      shown: formatNumber(routes.length),
                      all: formatNumber(campaign.route_count),
                    })
                  : t("flight-route:sheet.sum")}
              </th>
              {columns.map(({ key, name, foot }) => (
                <td key={key} data-column={name}>
                  {foot}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
        <p>{t("flight-route:sheet.ground_note")}</p>
        <p>{t("flight-route:sheet.wind_note", { least: LEAST_AT_LANDING })}</p>
        <Notices of="problems" title="faults" routes={routes} checks={checks} />
        <Notices of="warnings" title="warnings" routes={routes} checks={checks} />
      </section>
      <div className={css.columns}>
        <section>
          <h2>{t("flight-route:sheet.weather")}</h2>
          <ul>
            {weather.map((key) => (
              <li key={key}>{t(`flight-route:sheet.limit.${key}`, { ...LIMITS, ...drone })}</li>
            ))}
          </ul>
          <h2>{t("flight-route:sheet.notes")}</h2>
          <p className={css.lines}>
            {t("flight-route:sheet.pilot")}
            <br />
            {t("flight-route:sheet.date")}
            <br />
            {t("flight-route:sheet.signature")}
          </p>
        </section>
        <Checklist />
      </div>
    </>
  );
}

export function Checklist() {
  return (
    <section>
      <h2>{t("flight-route:sheet.checklist")}</h2>
      <ul className={css.checks}>
        {steps.map((key) => (
          <li key={key}>{t(`flight-route:sheet.check.${key}`)}</li>
        ))}
      </ul>
    </section>
  );
}

type NoticesProps = Pick<SheetProps, "routes" | "checks"> & {
  readonly of: "problems" | "warnings";
  readonly title: "faults" | "warnings";
};

/** What must not be flown as it is, or what the pilot must know, by sortie; nothing where there is none. */
export function Notices({ of, title, routes, checks }: NoticesProps) {
  const faulty = routes.flatMap(({ id, name }) => {
    const problems = checks.get(id)?.[of] ?? [];
    return problems.length > 0 ? [{ id, name, problems }] : [];
  });
  if (faulty.length === 0) return null;
  return (
    <section className={css.faults} aria-label={t(`flight-route:sheet.${title}`)}>
      <h2>{t(`flight-route:sheet.${title}`)}</h2>
      <ul>
        {faulty.map(({ id, name, problems }) => (
          <li key={id}>
            <b>{name}</b>: {problems.map(refusalWords).join(" ")}
          </li>
        ))}
      </ul>
    </section>
  );
}
