// Facts of a drone model, with the derived field of view and ground sampling distance.
import { useAtomValue } from "jotai";
import { angleOfView, groundSampling, type Camera } from "../../domain/provider/drone-model.ts";
import { droneModelRecords } from "../../state/settings/drone-model.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./drones.module.css";

/** Flight height in metres above ground for the ground sampling distance; common for thermal flights. */
const HEIGHT = 30;

/** The facts of the model with this id; nothing if none is selected or loaded. */
export function ModelFacts({ id }: { id: number | null }) {
  const models = valueOf(useAtomValue(droneModelRecords.listAtom)) ?? [];
  const model = models.find((one) => one.id === id);
  if (!model) return null;
  const minutes = (value: number | null) =>
    value === null ? null : t("drone:minutes", { count: value, value: formatNumber(value) });
  const facts: [key: string, value: string | null][] = [
    ["vendor", model.vendor],
    ["flight_time", minutes(model.flight_time)],
    ["recharge_time", minutes(model.recharge_time)],
    ["battery_swap_time", minutes(model.battery_swap_time)],
    [
      "batteries_available",
      model.batteries_available === null ? null : formatNumber(model.batteries_available),
    ],
    ["app_series", model.app_series && t(`drone-app:series.${model.app_series}`)],
  ];
  return (
    <section className={css.facts} aria-label={t("drone:facts", { name: model.name })}>
      <h4>{t("drone:facts", { name: model.name })}</h4>
      <dl>
        {facts.map(([key, value]) =>
          value === null ? null : (
            <div key={key}>
              <dt>{t(`drone:field.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <CameraFacts cameras={model.cameras} />
    </section>
  );
}

/** One line per camera: resolution, field of view, ground sampling distance, shortest interval. */
export function CameraFacts({ cameras }: { cameras: readonly Camera[] }) {
  if (cameras.length === 0) return <p className={css.unknown}>{t("drone:camera.none")}</p>;
  return (
    <ul className={css.cameras}>
      {cameras.map((camera, at) => (
        // The index is the key, because cameras have no id.
        <li key={at}>
          <strong>{t(`drone:camera.${camera.kind}`)}</strong>
          <span>{cameraWords(camera)}</span>
        </li>
      ))}
    </ul>
  );
}

function cameraWords(camera: Camera): string {
  const angle = angleOfView(camera);
  const sampling = groundSampling(camera, HEIGHT);
  return [
    `${formatNumber(camera.width)} × ${formatNumber(camera.height)} px`,
    angle === null ? null : t("drone:camera.angle", { angle: formatNumber(angle, 1) }),
    sampling === null
      ? null
      : t("drone:camera.sampling", { sampling: formatNumber(sampling, 2), height: HEIGHT }),
    camera.min_interval === null
      ? null
      : t("drone:camera.interval", { seconds: formatNumber(camera.min_interval) }),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}
