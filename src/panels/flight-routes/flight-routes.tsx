// The flight routes of the plant: as files, to the flight app, and to the drone cloud.
import { useAtom, useAtomValue } from "jotai";
import { Route } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/flight-campaign.ts";
import type { FlightRouteRecord } from "../../domain/flight/flight-route-record.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  campaignRoutesAtom,
  routeCampaignAtom,
  routeCampaignsAtom,
} from "../../state/plant/flight-export.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { LoadFault } from "../load-fault.tsx";
import { CampaignExports } from "./campaign-exports.tsx";
import { RouteMenu } from "./route-menu.tsx";
import css from "./flight-routes.module.css";

export function FlightRoutes() {
  const campaigns = useAtomValue(routeCampaignsAtom);
  const [campaign, choose] = useAtom(routeCampaignAtom);
  if (campaigns.state === "failed") return <LoadFault fault={campaigns.fault} />;
  if (campaigns.state !== "ready") return <Skeleton label={t("shell:loading")} lines={5} />;
  if (campaign === null) return <Nothing text={t("flight-export:none.text")} />;
  return (
    <div className={css.panel}>
      <div className={css.head}>
        <Select
          label={t("flight-export:campaign")}
          options={campaigns.value.map(({ id, name }) => ({ id, label: name }))}
          value={campaign.id}
          onChange={choose}
        />
        {campaign.route_count > 0 ? <CampaignExports campaign={campaign} /> : null}
      </div>
      <Routes campaign={campaign} />
    </div>
  );
}

function Nothing({ text }: { text: string }) {
  const icon = <Route size={22} aria-hidden="true" />;
  return (
    <EmptyState icon={icon} title={t("flight-export:none.title")}>
      {text}
    </EmptyState>
  );
}

function Routes({ campaign }: { campaign: FlightCampaign }) {
  const routes = useAtomValue(campaignRoutesAtom);
  if (campaign.state === "being_generated") {
    return <Nothing text={t("flight-export:none.generating")} />;
  }
  if (routes.state === "failed") return <LoadFault fault={routes.fault} />;
  if (routes.state !== "ready") return <Skeleton label={t("shell:loading")} lines={4} />;
  if (routes.value.length === 0) return <Nothing text={campaign.failure?.message ?? ""} />;
  return (
    <ul className={css.list} aria-label={t("flight-export:title")}>
      {routes.value.map((route) => (
        <Row key={route.id} route={route} campaign={campaign} />
      ))}
    </ul>
  );
}

function Row({ route, campaign }: { route: FlightRouteRecord; campaign: FlightCampaign }) {
  const ask = useAtomValue(askAtom);
  const { aircraft, altitude_agl_m, distance_m, duration_s } = route;
  const facts = {
    aircraft,
    altitude: formatNumber(altitude_agl_m, 0),
    km: formatNumber(distance_m / 1000, 1),
    minutes: formatNumber(duration_s / 60, 0),
  };
  return (
    <li className={css.row}>
      <div className={css.words}>
        <span className={css.name}>{route.name}</span>
        <small>{t("flight-export:facts", facts)}</small>
      </div>
      {ask("flightExport.download") === null ? (
        <RouteMenu route={route} campaign={campaign} />
      ) : null}
    </li>
  );
}
