// Flown against planned: the lines on which images are missing, and the route that flies them again.
import { useAtomValue, useSetAtom } from "jotai";
import { Repeat2 } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import { flownLimits } from "../../domain/flight/flown/flown-line.ts";
import type { FlownLinesAnswer } from "../../domain/flight/route/route-review-shape.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { addReFly, flownLinesAtom } from "../../state/plant/analysis/flight-campaign.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { usePending } from "../pending.ts";
import { LoadFault } from "../load-fault.tsx";
import css from "./flight-routes.module.css";

export function FlownReview({ campaign }: { campaign: FlightCampaign }) {
  const flown = useAtomValue(flownLinesAtom);
  if (flown.state === "failed") return <LoadFault fault={flown.fault} />;
  if (flown.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  const { analysis_name, images, beside, other_camera, lines, planned_lines, planned_photos } =
    flown.value;
  const facts: readonly (readonly [string, string])[] = [
    [
      "planned",
      t("flight-route:flown.planned_of", {
        lines: formatNumber(planned_lines),
        photos: formatNumber(planned_photos),
      }),
    ],
    ["images", formatNumber(images)],
    ["beside", formatNumber(beside)],
    ...(other_camera > 0 ? [["other_camera", formatNumber(other_camera)] as const] : []),
    ["missed", `${formatNumber(lines.length)} · ${formatNumber(flown.value.missed_m, 0)} m`],
  ];
  return (
    <section className={css.part} aria-label={t("flight-route:flown.title")}>
      <h3>{t("flight-route:flown.title")}</h3>
      {analysis_name === null ? (
        <Alert tone="info">{t("flight-route:flown.no_analysis")}</Alert>
      ) : images === 0 && other_camera > 0 ? (
        <Alert tone="watch">
          {t("flight-route:flown.other_only", {
            name: analysis_name,
            images: formatNumber(other_camera),
          })}
        </Alert>
      ) : images === 0 ? (
        <Alert tone="info">{t("flight-route:flown.no_images", { name: analysis_name })}</Alert>
      ) : (
        <>
          <small>{analysis_name}</small>
          <dl className={css.facts}>
            {facts.map(([key, value]) => (
              <div key={key}>
                <dt>{t(`flight-route:flown.${key}`)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <small>{t("flight-route:flown.hint", { ...flownLimits })}</small>
          {lines.length === 0 ? (
            <Alert tone="good">{t("flight-route:flown.complete")}</Alert>
          ) : (
            <>
              <ReFly campaign={campaign} open={flown.value.open} />
              <Lines lines={lines} />
              <Repeats repeats={flown.value.repeats} />
            </>
          )}
        </>
      )}
    </section>
  );
}

type LinesProps = { lines: FlownLinesAnswer["lines"] };

function Lines({ lines }: LinesProps) {
  return (
    <ul className={css.list} aria-label={t("flight-route:flown.missed")}>
      {lines.map(({ route_id, route_name, line, planned_photos, images, missed }) => (
        <li key={`${route_id} ${line}`} className={css.row}>
          <div className={css.words}>
            <span className={css.name}>
              {t("flight-route:flown.line", { name: route_name, line })}
            </span>
            <small>
              {t("flight-route:flown.line_facts", {
                metres: formatNumber(
                  missed.reduce((sum, one) => sum + one.metres, 0),
                  0,
                ),
                images: formatNumber(images),
                planned: formatNumber(planned_photos),
              })}
            </small>
            <PlannedAgain missed={missed} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The routes that will fly the line again, and what none of them flies. */
function PlannedAgain({ missed }: Pick<LinesProps["lines"][number], "missed">) {
  const names = [...new Set(missed.flatMap(({ re_fly }) => re_fly))];
  if (names.length === 0) return null;
  const open_m = missed.reduce((sum, one) => sum + one.open_m, 0);
  return (
    <small>
      {t("flight-route:flown.again", { names: names.join(", ") })}
      {open_m > 0
        ? ` · ${t("flight-route:flown.again_open", { metres: formatNumber(open_m, 0) })}`
        : null}
    </small>
  );
}

/** The re-fly routes that wait to be flown, each with the lines that it repeats. */
function Repeats({ repeats }: Pick<FlownLinesAnswer, "repeats">) {
  if (repeats.length === 0) return null;
  return (
    <ul className={css.list} aria-label={t("flight-route:flown.waiting")}>
      {repeats.map(({ route_id, route_name, lines }) => (
        <li key={route_id} className={css.row}>
          <div className={css.words}>
            <span className={css.name}>{route_name}</span>
            <small>{t("flight-route:flown.repeats", { lines: linesOf(lines) })}</small>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** "Spring 1, lines 3, 4; Spring 2, line 1". */
function linesOf(lines: FlownLinesAnswer["repeats"][number]["lines"]): string {
  const byRoute = Map.groupBy(lines, ({ route_name }) => route_name);
  return [...byRoute]
    .map(([name, all]) => {
      const numbers = [...new Set(all.map(({ line }) => line))].toSorted((a, b) => a - b);
      return t("flight-route:flown.lines", {
        name,
        count: numbers.length,
        lines: numbers.join(", "),
      });
    })
    .join("; ");
}

function ReFly({ campaign, open }: Pick<FlownLinesAnswer, "open"> & { campaign: FlightCampaign }) {
  const asked = useAtomValue(askAtom)("flightReview.reFly");
  const add = useSetAtom(addReFly);
  const [isPending, whilePending] = usePending();
  if (asked?.isHidden) return null;
  const isPlanned = open.stretches === 0;
  const run = async () => {
    await whilePending(async () => {
      const names = await add(campaign.id);
      showDone(t("flight-route:flown.added", { names: names.join(", ") }));
    });
  };
  return (
    <div className={css.actions}>
      <Button
        size="sm"
        kind="primary"
        icon={<Repeat2 size={14} aria-hidden="true" />}
        reason={reasonOf(isPlanned ? { reason: "missed_lines_planned" } : asked)}
        isPending={isPending}
        onPress={() => void run()}
      >
        {isPlanned
          ? t("flight-route:flown.re_fly_none")
          : t("flight-route:flown.re_fly", {
              count: open.stretches,
              metres: formatNumber(open.metres, 0),
            })}
      </Button>
    </div>
  );
}
