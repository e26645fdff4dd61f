// What the campaign in the form would take, planned by the server as the fields change, until somebody stops it.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Square } from "lucide-react";
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import type { FlightPreview } from "../../domain/flight/plan/flight-preview-shape.ts";
import { LEAST_AT_LANDING } from "../../domain/flight/time/flight-wind.ts";
import { limits } from "../../domain/limits.ts";
import {
  flightPreviewAtom,
  previewedFormAtom,
  stoppedFormAtom,
  stopPreview,
} from "../../state/plant/analysis/flight-preview.ts";
import { formatAlignedShare, formatNumber, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { mostWindWords } from "../record/wind-words.ts";
import { Fact } from "./fact.tsx";
import css from "./flight.module.css";

/** @param form null while the fields do not fit each other */
export function usePreview(form: FlightCampaignForm | null): void {
  const [previewed, preview] = useAtom(previewedFormAtom);
  // Waits for a pause in typing.
  useEffect(() => {
    if (form === previewed) return;
    const timer = setTimeout(() => preview(form), limits.flightPreviewWaitMs);
    return () => clearTimeout(timer);
  }, [form, previewed, preview]);
  useEffect(() => () => preview(null), [preview]);
}

export function CampaignPreview({ form }: { form: FlightCampaignForm | null }) {
  const preview = useAtomValue(flightPreviewAtom);
  const isNewest = useAtomValue(previewedFormAtom) === form;
  const title = t("flight:preview.title");
  const known = isNewest ? valueOf(preview) : undefined;
  const [stopped, resume] = useAtom(stoppedFormAtom);
  const stop = useSetAtom(stopPreview);
  const isStopped = form !== null && stopped === form;
  const isFailed = isNewest && preview.state === "failed";
  const isPlanning = form !== null && isNewest && !known && !isFailed && !isStopped;
  return (
    <section
      className={css.effort}
      aria-label={title}
      aria-busy={form !== null && !known && !isFailed && !isStopped}
    >
      <div className={css.planning}>
        <h3>{title}</h3>
        {isPlanning ? (
          <>
            <small role="status">{t("flight:preview.planning")}</small>
            <Button size="sm" icon={<Square size={13} aria-hidden="true" />} onPress={() => stop()}>
              {t("flight:campaign.stop")}
            </Button>
          </>
        ) : null}
      </div>
      {form === null ? <p className={css.quiet}>{t("flight:preview.none")}</p> : null}
      {isFailed ? <LoadFault fault={preview.fault} isSmall /> : null}
      {isStopped ? (
        <p className={css.quiet}>
          {t("flight:preview.stopped")}{" "}
          <Button size="sm" onPress={() => resume(null)}>
            {t("flight:preview.again")}
          </Button>
        </p>
      ) : null}
      {form === null || isFailed ? null : <Numbers preview={known ?? null} />}
      {known && known.problems.length > 0 ? (
        <Alert tone="watch">
          {known.problems.map(({ reason, message }) => (
            <p key={reason}>{message}</p>
          ))}
        </Alert>
      ) : null}
    </section>
  );
}

/** Keeps its height while it is planned. */
function Numbers({ preview }: { preview: FlightPreview | null }) {
  const unknown = "…";
  const rows = preview ? rowsOf(preview) : null;
  return (
    <dl className={css.facts}>
      {facts.map((key) => (
        <Fact
          key={key}
          label={t(`flight:fact.${key}`)}
          value={rows?.[key] ?? unknown}
          hint={t(`flight:hint_of.${key}`, wordsOf(preview))}
        />
      ))}
    </dl>
  );
}

const facts = [
  "sorties",
  "batteries",
  "flight_hours",
  "campaign_hours",
  "distance",
  "photos",
  "coverage",
  "wind",
] as const;

function rowsOf(preview: FlightPreview): Record<(typeof facts)[number], string> {
  const { sorties, batteries, flight_s, campaign_s, distance_m, photos, coverage_percent, wind } =
    preview;
  return {
    sorties: formatNumber(sorties),
    batteries: formatNumber(batteries),
    flight_hours: `${formatNumber(flight_s / 3600, 2)} h`,
    campaign_hours: `${formatNumber(campaign_s / 3600, 2)} h`,
    distance: `${formatNumber(distance_m / 1000, 1)} km`,
    photos: formatNumber(photos),
    coverage: formatAlignedShare(coverage_percent / 100),
    wind: wind ? mostWindWords(wind) : "–",
  };
}

function wordsOf(preview: FlightPreview | null): Record<string, string> {
  const assumed = preview?.assumed;
  return {
    minutes: assumed ? formatNumber(assumed.flight_time_min, 0) : "…",
    reserve: assumed ? formatNumber(assumed.reserve_percent, 0) : "…",
    swap: assumed ? formatNumber(assumed.swap_min, 0) : "…",
    restart: assumed ? formatNumber(assumed.restart_min, 0) : "…",
    recharge: assumed ? formatNumber(assumed.recharge_min, 0) : "…",
    number: assumed ? formatNumber(assumed.batteries, 0) : "…",
    least: String(LEAST_AT_LANDING),
    limit: preview?.wind ? t(`flight:wind.${preview.wind.limit}`) : "…",
  };
}
