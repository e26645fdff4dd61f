// The flight routes of the plant: drawn and flown on the map, edited, checked, printed and exported.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Route } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { editedRouteAtom, editRoute } from "../../state/map/flight-route-edit.ts";
import { showFlightLayers } from "../../state/map/flight-area-edit.ts";
import { layerEntriesAtom } from "../../state/map/layer.ts";
import { routeTabAtom, routeTabs } from "../../state/map/flight-review-view.ts";
import { askAtom } from "../../state/account/ask.ts";
import { shownSecondsAtom } from "../../state/map/flight-time.ts";
import {
  flightCampaignsAtom,
  flightRoutesAtom,
  stopCampaign,
} from "../../state/plant/analysis/flight-campaign.ts";
import { routeCampaignAtom } from "../../state/plant/analysis/flight-export.ts";
import { t } from "../../state/shell/locale.ts";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { useCampaignPoll } from "../record/campaign-poll.ts";
import { CampaignSummary } from "../record/campaign-summary.tsx";
import { StopCampaign } from "../record/stop-campaign.tsx";
import { LoadFault } from "../load-fault.tsx";
import { useLeavePanel } from "../unsaved.ts";
import { CampaignExports } from "./campaign-exports.tsx";
import { FlownReview } from "./flown-review.tsx";
import { PlanReview } from "./plan-review.tsx";
import { FlightPlayer } from "./flight-player.tsx";
import { FlightSheet } from "./flight-sheet.tsx";
import { RouteEditor } from "./route-editor.tsx";
import { RouteFiles } from "./route-files.tsx";
import { RouteLegend } from "./route-legend.tsx";
import { RouteList } from "./route-list.tsx";
import css from "./flight-routes.module.css";

export function FlightRoutes() {
  const campaigns = useAtomValue(flightCampaignsAtom);
  const [campaign, choose] = useAtom(routeCampaignAtom);
  const id = campaign?.id;
  const land = useSetAtom(shownSecondsAtom);
  const edit = useSetAtom(editRoute);
  const show = useSetAtom(showFlightLayers);
  const leave = useLeavePanel();
  useCampaignPoll();
  // Where a route may be is seen beside it. The map fills the list of layers after the panel is there.
  const isListed = useAtomValue(layerEntriesAtom).length > 0;
  useEffect(() => {
    if (isListed) show(["flight_areas", "no_fly_areas", "obstacles"]);
  }, [show, isListed]);
  // The routes of the campaign in the panel are those on the map.
  useEffect(() => {
    if (id !== undefined) choose(id);
  }, [id, choose]);
  // The slider of the flight and the buttons of the editor go with the panel.
  useEffect(
    () => () => {
      land(null);
      edit(null);
    },
    [land, edit],
  );
  if (campaigns.state === "failed") return <LoadFault fault={campaigns.fault} />;
  if (campaigns.state !== "ready") return <Skeleton label={t("shell:loading")} lines={5} />;
  if (campaign === null) return <Nothing text={t("flight-export:none.text")} />;
  const options = campaigns.value.map((one) => ({ id: one.id, label: one.name }));
  const change = (next: number) =>
    leave(() => {
      edit(null);
      land(null);
      choose(next);
    });
  return (
    <div className={css.panel}>
      <div className={css.head}>
        <Select
          label={t("flight-export:campaign")}
          options={options}
          value={campaign.id}
          onChange={change}
        />
        {campaign.route_count > 0 ? <CampaignExports campaign={campaign} /> : null}
        {campaign.route_count > 0 ? (
          <div className={css.actions}>
            <FlightSheet campaign={campaign} />
          </div>
        ) : null}
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
  const routes = useAtomValue(flightRoutesAtom);
  const isEditing = useAtomValue(editedRouteAtom) !== null;
  const stop = useSetAtom(stopCampaign);
  const [chosen, setTab] = useAtom(routeTabAtom);
  const mayReview = useAtomValue(askAtom)("flightReview.flown") === null;
  const tabs = mayReview ? routeTabs : (["routes", "plan"] as const);
  const tab = tabs.find((id) => id === chosen) ?? "routes";
  if (campaign.state === "being_generated") {
    return (
      <CampaignSummary campaign={campaign}>
        <StopCampaign campaign={campaign} onStop={() => stop(campaign.id)} />
      </CampaignSummary>
    );
  }
  if (campaign.state === "failed") return <Nothing text={campaign.failure?.message ?? ""} />;
  if (routes.state === "failed") return <LoadFault fault={routes.fault} />;
  if (routes.state !== "ready") return <Skeleton label={t("shell:loading")} lines={4} />;
  if (routes.value.length === 0) return <Nothing text={t("flight-route:all_deleted")} />;
  if (isEditing) return <RouteEditor />;
  return (
    <>
      <div className={css.tabs}>
        <Segments
          label={t("flight-route:tabs")}
          value={tab}
          onChange={setTab}
          options={tabs.map((id) => ({ id, label: t(`flight-route:tab.${id}`) }))}
        />
      </div>
      {tab === "plan" ? <PlanReview /> : null}
      {tab === "flown" ? <FlownReview campaign={campaign} /> : null}
      {tab === "routes" ? (
        <>
          <FlightPlayer />
          <RouteLegend />
          <RouteList routes={routes.value} campaign={campaign} />
          <RouteFiles campaign={campaign} />
        </>
      ) : null}
    </>
  );
}
