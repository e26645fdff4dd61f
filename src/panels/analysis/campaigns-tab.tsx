// The flight campaigns of an analysis: their states, and the routes of the newest that is ready.
import { useAtomValue, useSetAtom } from "jotai";
import { Plane } from "lucide-react";
import { Link } from "wouter";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { CheckedRoute } from "../../domain/flight/route/route-check.ts";
import { limits } from "../../domain/limits.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  campaignsOf,
  currentRoutesOf,
  regenerateCampaignOf,
  reloadCampaignsOf,
  stopCampaignOf,
} from "../../state/settings/analysis-campaign.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { ActionButton } from "../record/action-button.tsx";
import { altitudeWords } from "../record/altitude-words.ts";
import { CampaignSummary } from "../record/campaign-summary.tsx";
import { StopCampaign } from "../record/stop-campaign.tsx";
import { useStayCurrent } from "../stay-current.ts";
import css from "./analysis.module.css";

export function CampaignsTab({ analysis: { id, plant_id } }: { analysis: Analysis }) {
  const campaigns = useAtomValue(campaignsOf(id));
  const ask = useAtomValue(askAtom);
  const generate = useSetAtom(regenerateCampaignOf);
  const stop = useSetAtom(stopCampaignOf);
  const isWaiting =
    campaigns.state === "ready" && campaigns.value.some(({ state }) => state === "being_generated");
  useStayCurrent(() => reloadCampaignsOf(id), isWaiting ? limits.taskPollMs : null);
  if (campaigns.state === "failed") return <LoadFault fault={campaigns.fault} />;
  if (campaigns.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  const plan = (
    <Link href={`/plant/${plant_id}`} className={css.link}>
      {t("analysis:campaign.plan")}
    </Link>
  );
  if (campaigns.value.length === 0) {
    return (
      <EmptyState
        icon={<Plane size={22} aria-hidden="true" />}
        title={t("analysis:campaign.none")}
        actions={plan}
      >
        {t("analysis:campaign.none_text")}
      </EmptyState>
    );
  }
  return (
    <div className={css.form}>
      {campaigns.value.map((campaign) => (
        <CampaignSummary key={campaign.id} campaign={campaign}>
          {ask("flightCampaign.update") === null ? (
            <div>
              <StopCampaign campaign={campaign} onStop={() => stop(id, campaign.id)} />
              <ActionButton
                label={t(campaign.state === "failed" ? "shell:retry" : "flight:campaign.generate")}
                name={campaign.name}
                asked={ask("flightCampaign.generate", campaign)}
                confirm={t("flight:campaign.generate_text", { count: campaign.route_count })}
                onAct={() => generate(id, campaign.id).catch(showFault)}
              />
            </div>
          ) : null}
        </CampaignSummary>
      ))}
      <p>{plan}</p>
      {ask("flightRoute.currentOfAnalysis") === null ? <CurrentRoutes id={id} /> : null}
    </div>
  );
}

function CurrentRoutes({ id }: { id: number }) {
  const routes = useAtomValue(currentRoutesOf(id));
  const title = t("analysis:campaign.routes");
  if (routes.state === "failed") return <LoadFault fault={routes.fault} isSmall />;
  if (routes.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {routes.value.length === 0 ? (
        <p className={css.soft}>{t("analysis:campaign.no_routes")}</p>
      ) : (
        <ol className={css.history}>
          {routes.value.map((route) => (
            <li key={route.id}>
              {route.name}
              <br />
              <small>{factsOf(route).join(" · ")}</small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function factsOf(route: CheckedRoute): string[] {
  const { eval_batch_num, duration_s, camera_type, waypoints } = route;
  return [
    ...(eval_batch_num === null ? [] : [t("flight:route.batch", { number: eval_batch_num })]),
    t(`flight:camera.${camera_type}`),
    altitudeWords(route),
    t("flight:route.minutes", { minutes: formatNumber(duration_s / 60, 1) }),
    t("flight:route.waypoints", { number: waypoints.length }),
  ];
}
