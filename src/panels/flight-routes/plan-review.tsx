// The metrics of the routes with their lower bounds, and what the photos will show of each component.
import { useAtomValue, useSetAtom } from "jotai";
import type { ComponentType } from "../../domain/component/component.ts";
import type { RouteReviewAnswer } from "../../domain/flight/route/route-review-shape.ts";
import { openComponent } from "../../state/plant/component/component.ts";
import { componentName } from "../../state/plant/component/component-words.ts";
import { routeReviewAtom } from "../../state/plant/analysis/flight-campaign.ts";
import { rowFlagsOf, rowFlagVersionAtom, SELECTED } from "../../state/plant/column/row-flag.ts";
import { select } from "../../state/plant/component/selection.ts";
import { componentTypeInText } from "../../state/plant/column/value-words.ts";
import { formatAlignedShare, formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { UnseenComponents } from "../record/unseen-components.tsx";
import css from "./flight-routes.module.css";

/** Components with the fewest looks that are listed. */
const LISTED = 8;

const km = (metres: number) => `${formatNumber(metres / 1000, 2)} km`;
const minutes = (seconds: number) => `${formatNumber(seconds / 60, 1)} min`;
const hectares = (m2: number) => `${formatNumber(m2 / 10_000, 2)} ha`;
const percent = (value: number | null) => (value === null ? "–" : formatShare(value / 100));
/** Below zero the images of neighbouring lines do not meet. */
const overlapWords = (value: number | null) =>
  value !== null && value < 0
    ? t("flight-route:coverage.gap", { percent: formatNumber(-value, 1) })
    : percent(value);
const centimetres = (metres: number | null) =>
  metres === null ? "–" : `${formatNumber(metres * 100, 2)} cm`;

export function PlanReview() {
  const review = useAtomValue(routeReviewAtom);
  if (review.state === "failed") return <LoadFault fault={review.fault} />;
  if (review.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  return (
    <>
      <Metrics review={review.value} />
      {review.value.flights.map((flight) => (
        <Coverage key={flight.flight_type} flight={flight} type={review.value.component_type} />
      ))}
    </>
  );
}

function Metrics({ review }: { review: RouteReviewAnswer }) {
  const { metrics, no_fly_m, obstacle_legs, terrain_rise_m } = review;
  const bound = metrics.bound_unsure ? null : metrics.bound;
  const rows: readonly (readonly [string, string, (string | null)?])[] = [
    ["sorties", formatNumber(metrics.sorties), bound && formatNumber(bound.sorties)],
    ["path", km(metrics.path_m), bound && km(bound.path_m)],
    ["survey", km(metrics.survey_m)],
    ["transit", km(metrics.transit_m)],
    ["turns", formatNumber(metrics.turns)],
    ["photos", formatNumber(metrics.photos)],
    ["flight", minutes(metrics.flight_s), bound && minutes(bound.flight_s)],
    ["campaign", minutes(metrics.campaign_s)],
    ["target", hectares(metrics.target_m2)],
    ["coverage", formatAlignedShare(metrics.coverage_percent / 100)],
    ["overlap", overlapWords(metrics.side_overlap_p5_percent)],
    ["twice", hectares(metrics.flown_twice_m2)],
    ["no_fly", `${formatNumber(no_fly_m, 0)} m`],
    ["obstacles", formatNumber(obstacle_legs)],
    [
      "terrain",
      terrain_rise_m === null
        ? t("flight-route:metrics.terrain_flat")
        : t("flight-route:metrics.terrain_rise", { metres: formatNumber(terrain_rise_m, 0) }),
    ],
  ];
  return (
    <section className={css.part} aria-label={t("flight-route:metrics.title")}>
      <h3>{t("flight-route:metrics.title")}</h3>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t("flight-route:metrics.what")}</th>
            <th scope="col">{t("flight-route:metrics.value")}</th>
            <th scope="col">{t("flight-route:metrics.bound")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, value, least]) => (
            <tr key={key}>
              <th scope="row">
                {t(`flight-route:metrics.${key}`)}
                <small>{t(`flight-route:metrics.explained.${key}`)}</small>
              </th>
              <td>{value}</td>
              <td>{least ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {metrics.components_outside ? (
        <small>{t("flight:campaign.outside", { count: metrics.components_outside })}</small>
      ) : null}
      <small>
        {bound
          ? t("flight-route:metrics.bound_hint")
          : t("flight-route:metrics.bound_less", {
              coverage: formatAlignedShare(metrics.coverage_percent / 100),
            })}
      </small>
    </section>
  );
}

type Flight = RouteReviewAnswer["flights"][number];

function Coverage({ flight, type }: { flight: Flight; type: ComponentType }) {
  const { flight_type, gsd_thermal_m, gsd_rgb_m, seen } = flight;
  const name = t(`flight:type.${flight_type}`);
  const rows: readonly (readonly [string, string])[] = [
    ["gsd_thermal", centimetres(gsd_thermal_m)],
    ["gsd_rgb", centimetres(gsd_rgb_m)],
    ...(seen
      ? ([
          ["looks", `${formatNumber(seen.least_looks)} / ${formatNumber(seen.median_looks)}`],
          [
            "overlap",
            `${overlapWords(seen.least_side_overlap)} / ${overlapWords(seen.median_side_overlap)}`,
          ],
          ["unseen", `${formatNumber(seen.unseen)} / ${formatNumber(seen.components)}`],
        ] as const)
      : []),
  ];
  return (
    <section className={css.part} aria-label={t("flight-route:coverage.title", { type: name })}>
      <h3>{t("flight-route:coverage.title", { type: name })}</h3>
      <dl className={css.facts}>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`flight-route:coverage.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <small>
        {t(seen ? "flight-route:coverage.hint" : "flight-route:coverage.no_components")}
      </small>
      {seen ? <UnseenComponents seen={{ ...seen, rows: seen.unseen_rows }} type={type} /> : null}
      {seen ? <Components seen={seen} type={type} /> : null}
    </section>
  );
}

/** The selected components, else those with the fewest looks. */
function Components({ seen, type }: { seen: NonNullable<Flight["seen"]>; type: ComponentType }) {
  // The flags live outside the atoms; the version says when they change.
  useAtomValue(rowFlagVersionAtom);
  const flags = rowFlagsOf(type);
  const choose = useSetAtom(select);
  const open = useSetAtom(openComponent);
  const all = seen.rows.map((row, at) => {
    return { row, looks: seen.looks[at] ?? 0, overlap: seen.side_overlaps[at] ?? null };
  });
  const chosen = all.filter(({ row }) => ((flags?.[row] ?? 0) & SELECTED) !== 0);
  const isChosen = chosen.length > 0;
  const listed = (isChosen ? chosen : all.toSorted((a, b) => a.looks - b.looks)).slice(0, LISTED);
  const types = componentTypeInText(type, true);
  return (
    <>
      <small>
        {t(isChosen ? "flight-route:coverage.selected" : "flight-route:coverage.fewest", { types })}
      </small>
      <ul className={css.faults}>
        {listed.map(({ row, looks, overlap }) => (
          <li key={row}>
            <Button
              kind="quiet"
              size="sm"
              onPress={() => {
                choose({ component_type: type, rows: [row], mode: "replace" });
                open({ component_type: type, row });
              }}
            >
              {t("flight-route:coverage.component", {
                name: componentName({ component_type: type, row }),
                looks: formatNumber(looks),
                overlap: overlapWords(overlap),
              })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
