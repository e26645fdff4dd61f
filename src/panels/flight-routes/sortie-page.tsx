// One page of the flight sheet for each sortie: its map, its height profile, its light and its checklist.
import { useAtomValue } from "jotai";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { plantLight } from "../../domain/flight/area/plant-light.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import type { RouteCheck } from "../../domain/flight/route/route-check.ts";
import { sunAt } from "../../domain/flight/time/sun.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { savedAreasAtom } from "../../state/map/flight-area.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { formatNumber, formatTimeIn, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { HeightProfile } from "./height-profile.tsx";
import { RouteSketch } from "./route-sketch.tsx";
import { Checklist, columnsOf, Notices } from "./sheet-tables.tsx";
import { sortieLight } from "./sortie-light.ts";
import css from "./flight-sheet.module.css";

type Props = {
  readonly campaign: FlightCampaign;
  readonly route: FlightRouteRecord;
  /** All of the campaign, drawn faintly around it. */
  readonly routes: readonly FlightRouteRecord[];
  readonly checks: ReadonlyMap<number, RouteCheck>;
};

export function SortiePage({ campaign, route, routes, checks }: Props) {
  const areas = useAtomValue(savedAreasAtom);
  const plant = valueOf(useAtomValue(plantAtom));
  const only = [route];
  const facts = columnsOf({ campaign, routes: only, checks, areas });
  const others = routes.filter(({ id }) => id !== route.id).map(({ waypoints }) => waypoints);
  return (
    <section className={css.page} aria-label={t("flight-route:sheet.page", { name: route.name })}>
      <h2>
        {campaign.plant_name} · {route.name}
      </h2>
      <dl className={css.factGrid}>
        {facts.map(({ key, cell }) => (
          <div key={key}>
            <dt>{t(`flight-route:sheet.${key}`)}</dt>
            <dd>{cell(route)}</dd>
          </div>
        ))}
      </dl>
      <div className={css.pictures}>
        <RouteSketch
          areas={areas}
          routes={[route.waypoints]}
          others={others}
          takeOff={route.take_off.place}
          isNear
        />
        <HeightProfile route={route} />
      </div>
      <Notices of="problems" title="faults" routes={only} checks={checks} />
      <Notices of="warnings" title="warnings" routes={only} checks={checks} />
      <div className={css.columns}>
        <div>
          <h2>{t("flight-route:sheet.light")}</h2>
          {plant ? <Light route={route} plant={plant} time_zone={campaign.time_zone} /> : null}
          <h2>{t("flight-route:sheet.notes")}</h2>
          <p className={css.lines}>
            {t("flight-route:sheet.pilot")}
            <br />
            {t("flight-route:sheet.date")}
          </p>
        </div>
        <Checklist />
      </div>
    </section>
  );
}

type LightProps = {
  readonly route: FlightRouteRecord;
  readonly plant: Plant;
  readonly time_zone: string;
};

/** When the sortie is in the air, where the sun is, and from when to when its light lasts on that day. */
function Light({ route, plant, time_zone }: LightProps) {
  if (route.start_at === null) return <p>{t("flight-route:sheet.light_unknown")}</p>;
  const from_ms = Date.parse(route.start_at);
  const to_ms = from_ms + 1000 * route.duration_s;
  const light = plantLight(plant);
  const clock = (time_ms: number) => formatTimeIn(time_zone, time_ms);
  const sun = (time_ms: number) => {
    const { elevation_deg, azimuth_deg } = sunAt(time_ms, light.place);
    return t("flight-route:sheet.sun", {
      time: clock(time_ms),
      height: formatNumber(elevation_deg, 0),
      azimuth: formatNumber(azimuth_deg, 0),
    });
  };
  return (
    <ul>
      {sortieLight(route.flight_type, from_ms, light).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      <li>{sun(from_ms)}</li>
      <li>{sun(to_ms)}</li>
    </ul>
  );
}
