// The tables of the flight sheet: sorties, limits of weather and light, and what is checked before take-off.
import type { FlightCampaign } from "../../domain/flight/flight-campaign.ts";
import type { FlightRouteRecord } from "../../domain/flight/flight-route-record.ts";
import { runPhotos } from "../../domain/flight/photo-points.ts";
import { formatDateTimeIn, formatMinutes, formatNumber, t } from "../../state/shell/locale.ts";
import css from "./flight-sheet.module.css";

/**
 * Wind: IEC TS 62446-3 allows 28 km/h; clouds: 2 okta; irradiance: 600 W/m2 in the module plane. For troughs no
 * standard says less, and hot tubes are measured at any irradiance.
 */
const LIMITS = { wind_km_h: 28, okta: 2, irradiance: 600, hours_from_horizon: 2 };

const checks = [
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

const photosOf = (route: FlightRouteRecord) =>
  route.photo_runs.reduce((sum, run) => sum + runPhotos(route, run), 0);

type SheetProps = { campaign: FlightCampaign; routes: readonly FlightRouteRecord[] };

export function SheetTables({ campaign, routes }: SheetProps) {
  const sum = (of: (route: FlightRouteRecord) => number) =>
    routes.reduce((all, route) => all + of(route), 0);
  const hasBatches = routes.some(({ eval_batch_num }) => eval_batch_num !== null);
  const isPv = campaign.flight_types.includes("pv_thermal");
  const weather = ["wind", "rain", ...(isPv ? ["irradiance", "clouds", "time"] : ["visibility"])];
  return (
    <>
      <section>
        <h2>{t("flight-route:sorties")}</h2>
        <table>
          <thead>
            <tr>
              {[
                "sortie",
                "start",
                "duration",
                "distance",
                "photos",
                "waypoints",
                "height",
                "battery",
                ...(hasBatches ? ["batch"] : []),
              ].map((key) => (
                <th key={key} scope="col">
                  {t(`flight-route:sheet.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {routes.map((route, at) => (
              <tr key={route.id}>
                <th scope="row">{route.name}</th>
                <td>
                  {route.start_at === null
                    ? "–"
                    : formatDateTimeIn(campaign.time_zone, route.start_at)}
                </td>
                <td>{formatMinutes(Math.round(route.duration_s))}</td>
                <td>{`${formatNumber(route.distance_m, 0)} m`}</td>
                <td>{formatNumber(photosOf(route))}</td>
                <td>{formatNumber(route.waypoints.length)}</td>
                <td>{`${formatNumber(route.altitude_agl_m, 0)} m`}</td>
                <td>{formatNumber(at + 1)}</td>
                {hasBatches ? <td>{route.eval_batch_num ?? "–"}</td> : null}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("flight-route:sheet.sum")}</th>
              <td>–</td>
              <td>{formatMinutes(Math.round(sum(({ duration_s }) => duration_s)))}</td>
              <td>{`${formatNumber(
                sum(({ distance_m }) => distance_m),
                0,
              )} m`}</td>
              <td>{formatNumber(sum(photosOf))}</td>
              <td>{formatNumber(sum(({ waypoints }) => waypoints.length))}</td>
              <td>–</td>
              <td>{formatNumber(routes.length)}</td>
              {hasBatches ? <td>–</td> : null}
            </tr>
          </tfoot>
        </table>
      </section>
      <div className={css.columns}>
        <section>
          <h2>{t("flight-route:sheet.weather")}</h2>
          <ul>
            {weather.map((key) => (
              <li key={key}>{t(`flight-route:sheet.limit.${key}`, LIMITS)}</li>
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
        <section>
          <h2>{t("flight-route:sheet.checklist")}</h2>
          <ul className={css.checks}>
            {checks.map((key) => (
              <li key={key}>{t(`flight-route:sheet.check.${key}`)}</li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
