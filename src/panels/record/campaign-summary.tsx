// A flight campaign in a list: its state, why it failed, what it has sent to the flight app.
import type { ReactNode } from "react";
import {
  generationStopped,
  type FlightCampaign,
} from "../../domain/flight/campaign/flight-campaign.ts";
import { LEGAL_HEIGHT_M } from "../../domain/flight/route/route-check.ts";
import { LEAST_AT_LANDING, NOT_EVEN_STILL_AIR } from "../../domain/flight/time/flight-wind.ts";
import { limits } from "../../domain/limits.ts";
import {
  formatDateIn,
  formatDateTime,
  formatDateTimeIn,
  formatNumber,
  formatShare,
  t,
} from "../../state/shell/locale.ts";
import { serverNow } from "../../state/shell/server-time.ts";
import { Alert, Badge, Progress } from "../../ui/feedback.tsx";
import css from "./campaign-summary.module.css";

const tones = { being_generated: "info", failed: "danger", ready: "good" } as const;

/** @param children what can be done with it */
export function CampaignSummary({
  campaign,
  children,
}: {
  campaign: FlightCampaign;
  children: ReactNode;
}) {
  const { name, state, failure, aircraft, start_at, time_zone, route_count, duration_s, progress } =
    campaign;
  const minutes = formatNumber(duration_s / 60, 0);
  const counts = t("flight:campaign.counts", { count: route_count, minutes });
  const { exported_at, export_failure, metrics, dark_sorties, highest_m, flight_ceiling } =
    campaign;
  const height = formatNumber(highest_m, 1);
  const covered = state === "ready" ? (metrics?.["coverage_percent"] ?? null) : null;
  const outside = metrics?.["components_outside"] ?? 0;
  const unseen = metrics?.["components_unseen"] ?? 0;
  const isPast = isCampaignPast(campaign);
  return (
    <section className={css.summary} aria-label={name}>
      <h3>
        {name} <Badge tone={tones[state]}>{t(`flight:state.${state}`)}</Badge>
      </h3>
      <p className={css.quiet}>
        {[
          aircraft,
          ...(isPast ? [] : [formatDateTimeIn(time_zone, start_at)]),
          ...(state === "ready" ? [counts] : []),
        ].join(" · ")}
      </p>
      {isPast ? (
        <p className={css.quiet}>
          {campaign.flown_at
            ? t("flight:campaign.flown", {
                date: formatDateIn(time_zone, Date.parse(campaign.flown_at)),
              })
            : t("flight:campaign.past", { time: formatDateTimeIn(time_zone, start_at) })}
        </p>
      ) : null}
      {state === "being_generated" ? (
        <Progress
          label={progress?.message ?? t("flight:state.waiting")}
          value={progress && progress.step / progress.max_steps}
          note={progress ? formatShare(progress.step / progress.max_steps) : undefined}
        />
      ) : null}
      {state === "failed" && failure?.reason === generationStopped.reason ? (
        <Alert tone="info">
          <p>{failure.message}</p>
        </Alert>
      ) : state === "failed" ? (
        <Alert tone="danger">
          <p>{t("flight:campaign.failed")}</p>
          {failure ? <p>{failure.message}</p> : null}
        </Alert>
      ) : null}
      {covered !== null && covered < limits.flightCoverageLeast ? (
        <Alert tone="watch">
          <p>{t("flight:campaign.coverage_low", { percent: formatNumber(covered, 1) })}</p>
        </Alert>
      ) : null}
      {state === "ready" && unseen > 0 ? (
        <Alert tone="watch">
          <p>{t("flight:campaign.unseen", { count: unseen })}</p>
        </Alert>
      ) : null}
      {state === "ready" && dark_sorties > 0 && !isPast ? (
        <Alert tone="danger">
          <p>{t("flight:campaign.dark", { count: dark_sorties })}</p>
        </Alert>
      ) : null}
      {state === "ready" && flight_ceiling !== null && highest_m > flight_ceiling ? (
        <Alert tone="danger">
          <p>{t("refusal:flight_above_ceiling", { metres: height, most: flight_ceiling })}</p>
        </Alert>
      ) : state === "ready" && highest_m > LEGAL_HEIGHT_M ? (
        <Alert tone="watch">
          <p>{t("refusal:flight_above_legal", { metres: height, most: LEGAL_HEIGHT_M })}</p>
        </Alert>
      ) : null}
      {state === "ready" ? <Wind campaign={campaign} /> : null}
      {state === "ready" && outside > 0 ? (
        <p className={css.quiet}>{t("flight:campaign.outside", { count: outside })}</p>
      ) : null}
      {state === "ready" && exported_at !== null ? (
        <p className={css.quiet}>
          {t("flight:campaign.exported", { time: formatDateTime(exported_at) })}
        </p>
      ) : null}
      {state === "ready" && export_failure?.reason === "flight_app_sending" ? (
        <p className={css.quiet}>{export_failure.message}</p>
      ) : state === "ready" && export_failure ? (
        <Alert tone="watch">
          <p>{t("flight:campaign.export_failed")}</p>
          <p>{export_failure.message}</p>
        </Alert>
      ) : null}
      {children}
    </section>
  );
}

/** Whether all of its sorties are over, as planned: what is wrong with them stops nothing any more. */
const isCampaignPast = ({ state, ends_at }: FlightCampaign) =>
  state === "ready" && Date.parse(ends_at ?? "") < serverNow();

/** Up to which wind the sorties were planned; nothing for campaigns from before it was kept. */
function Wind({ campaign: { expected_wind, metrics } }: { campaign: FlightCampaign }) {
  const most = metrics?.["most_wind_m_s"];
  if (most === undefined) return null;
  const values = {
    wind: formatNumber(expected_wind ?? 0, 1),
    most: formatNumber(most, 1),
    reserve: formatNumber(metrics?.["reserve_percent"] ?? 0, 0),
    least: LEAST_AT_LANDING,
  };
  if (most === NOT_EVEN_STILL_AIR)
    return (
      <Alert tone="watch">
        <p>{t("flight:campaign.wind_none", values)}</p>
      </Alert>
    );
  const key = expected_wind === null ? "wind" : "wind_expected";
  return <p className={css.quiet}>{t(`flight:campaign.${key}`, values)}</p>;
}
