// What each drone has flown of this survey, and which drones flew the plant before.
import { useAtomValue } from "jotai";
import { Plane } from "lucide-react";
import { Link } from "wouter";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { DroneCoverage, DroneFlown } from "../../domain/coverage/drone-coverage.ts";
import { dronePlantsAtom, dronesOf } from "../../state/settings/coverage.ts";
import { siteClock, type SiteClock } from "../../state/shell/site-clock.ts";
import { formatAlignedShare, formatNumber, t } from "../../state/shell/locale.ts";
import { Alert, Badge, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./coverage.module.css";

/** The layer with the ways is shown, and the panel that says whose they are. */
const onMap = "layer=drone_tracks~on~1.00&panel=layers";

export function DronePart({ analysis }: { analysis: Analysis }) {
  const coverage = useAtomValue(dronesOf(analysis.id));
  const title = t("coverage:drone.title");
  const clock = siteClock(analysis.time_zone);
  if (coverage.state === "failed") return <LoadFault fault={coverage.fault} />;
  if (coverage.state !== "ready") return <Skeleton label={t("shell:loading")} lines={4} />;
  const { drones } = coverage.value;
  return (
    <section className={css.part} aria-label={title}>
      <h3>{title}</h3>
      {drones.length === 0 ? (
        <EmptyState icon={<Plane size={22} aria-hidden="true" />} title={t("coverage:drone.none")}>
          {t("coverage:drone.none_text")}
        </EmptyState>
      ) : (
        <>
          <Doubts coverage={coverage.value} />
          <div className={css.cards}>
            {drones.map((drone) => (
              <DroneCard key={drone.drone_serial ?? ""} drone={drone} clock={clock} />
            ))}
          </div>
          <p>
            <Link
              href={`/plant/${analysis.plant_id}?analysis=${analysis.id}&${onMap}`}
              className={css.link}
            >
              {t("coverage:drone.map")}
            </Link>
          </p>
        </>
      )}
      <Before plant_id={analysis.plant_id} clock={clock} />
    </section>
  );
}

/** What the images say against what was entered. */
function Doubts({ coverage: { drones, chosen, is_current } }: { coverage: DroneCoverage }) {
  const isNamed = drones.some(({ drone_serial }) => drone_serial !== null);
  const isOther = chosen !== null && isNamed && !drones.some(({ is_chosen }) => is_chosen);
  const isCounted = drones.some(({ seen }) => seen !== null);
  return (
    <>
      {isOther ? (
        <Alert tone="watch">{t("coverage:drone.other", { name: chosen.drone_name })}</Alert>
      ) : null}
      {isCounted && is_current ? null : (
        <p className={css.soft}>
          {t(isCounted ? "coverage:drone.stale" : "coverage:drone.not_counted")}
        </p>
      )}
    </>
  );
}

function DroneCard({ drone, clock }: { drone: DroneFlown; clock: SiteClock }) {
  const { drone_serial, drone_name, model_name, is_chosen, seen } = drone;
  const name = drone_name ?? drone_serial ?? t("coverage:drone.unnamed");
  const about = [
    ...(model_name === null ? [] : [model_name]),
    ...(drone_name === null || drone_serial === null
      ? []
      : [t("coverage:drone.serial", { serial: drone_serial })]),
    ...(drone_name === null && drone_serial !== null ? [t("coverage:drone.unknown")] : []),
  ];
  const facts = [
    { id: "images", label: t("coverage:drone.images"), value: formatNumber(drone.images) },
    { id: "thermal", label: t("coverage:drone.thermal"), value: formatNumber(drone.thermal) },
    { id: "flown", label: t("coverage:drone.flown"), value: flownText(drone, clock) },
    ...(seen ?? []).map(({ component_type, count, component_count }) => ({
      id: component_type,
      label: t("coverage:drone.seen", { name: t(`component:type.${component_type}.many`) }),
      value: t("coverage:drone.of", {
        count: formatNumber(count),
        all: formatNumber(component_count),
        share: formatAlignedShare(component_count > 0 ? count / component_count : 0),
      }),
    })),
  ];
  return (
    <section className={css.level} aria-label={name}>
      <h4 className={css.drone}>
        {name} {is_chosen ? <Badge tone="info">{t("coverage:drone.chosen")}</Badge> : null}
      </h4>
      {about.length > 0 ? <p className={css.soft}>{about.join(" · ")}</p> : null}
      <dl className={css.facts}>
        {facts.map(({ id, label, value }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function flownText({ first_taken_at, last_taken_at }: DroneFlown, clock: SiteClock): string {
  if (first_taken_at === null || last_taken_at === null) return t("coverage:drone.no_time");
  const [from, to] = [clock.time(first_taken_at), clock.time(last_taken_at)];
  return from === to ? from : t("coverage:drone.from_to", { from, to });
}

/** The drones of all surveys of the plant. */
function Before({ plant_id, clock }: { plant_id: number; clock: SiteClock }) {
  const all = useAtomValue(dronePlantsAtom);
  const title = t("coverage:drone.plant");
  if (all.state === "failed") return <LoadFault fault={all.fault} isSmall />;
  if (all.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  const own = all.value.filter((one) => one.plant_id === plant_id);
  if (own.length === 0) return null;
  return (
    <section className={css.level} aria-label={title}>
      <h4>{title}</h4>
      <dl className={css.facts}>
        {own.map((one) => (
          <div key={one.drone_id}>
            <dt>
              {one.drone_name} <small className={css.soft}>{one.model_name}</small>
            </dt>
            <dd>
              {t("coverage:drone.surveys", {
                count: one.analysis_count,
                from: clock.day(one.first_flown_at),
                to: clock.day(one.last_flown_at),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
