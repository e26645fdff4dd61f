// The drones of the layer with their ways: the colour of each, and what it has flown.
import { useAtomValue } from "jotai";
import { cssOf } from "../../domain/colour/colour.ts";
import { droneColour, flownDronesAtom } from "../../state/map/drone-track.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./layers.module.css";

export function DroneRows({ title }: { title: string }) {
  const flown = useAtomValue(flownDronesAtom);
  if (flown === null) return <p className={css.hint}>{t("coverage:drone.no_analysis")}</p>;
  if (flown.state === "failed") return <LoadFault fault={flown.fault} isSmall />;
  if (flown.state !== "ready") return <Skeleton label={t("shell:loading")} lines={2} />;
  const { drones } = flown.value;
  if (drones.length === 0) return <p className={css.hint}>{t("coverage:drone.none")}</p>;
  return (
    <ul className={css.parts} aria-label={title}>
      {drones.map((drone, at) => (
        <li key={drone.drone_serial ?? ""} className={css.legend}>
          <span
            className={css.dot}
            style={{ background: cssOf(droneColour(drone, at)) }}
            aria-hidden="true"
          />
          <span>
            {drone.drone_name ?? drone.drone_serial ?? t("coverage:drone.unnamed")}
            <small className={css.note}>
              {t("coverage:drone.placed", {
                count: drone.images,
                placed: formatNumber(drone.placed),
              })}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}
