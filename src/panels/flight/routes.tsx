// The routes of the chosen campaign, each of them shown or hidden on the map.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Trash2 } from "lucide-react";
import type { FlightRouteRecord } from "../../domain/flight/flight-route-record.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  flightRoutesAtom,
  hiddenRoutesAtom,
  removeRoute,
} from "../../state/plant/flight-campaign.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { IconButton } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./flight.module.css";

export function Routes() {
  const routes = useAtomValue(flightRoutesAtom);
  if (routes.state === "failed") return <LoadFault fault={routes.fault} isSmall />;
  if (routes.state === "loading") return <Skeleton label={t("shell:loading")} />;
  if (routes.state !== "ready") return null;
  return (
    <ul className={css.list} aria-label={t("flight:route.list")}>
      {routes.value.map((route) => (
        <Row key={route.id} route={route} />
      ))}
    </ul>
  );
}

function Row({ route }: { route: FlightRouteRecord }) {
  const { id, name, duration_s, eval_batch_num, camera_type, altitude_agl_m, waypoints } = route;
  const [hidden, setHidden] = useAtom(hiddenRoutesAtom);
  const mayRemove = useAtomValue(askAtom)("flightRoute.remove") === null;
  const remove = useSetAtom(removeRoute);
  const show = (isShown: boolean) => {
    const others = [...hidden].filter((one) => one !== id);
    setHidden(new Set(isShown ? others : [...others, id]));
  };
  return (
    <li>
      <div>
        <Checkbox isSelected={!hidden.has(id)} onChange={show}>
          {name}
        </Checkbox>
        <small>
          {[
            t("flight:route.minutes", { minutes: formatNumber(duration_s / 60, 1) }),
            t("flight:route.altitude", { metres: formatNumber(altitude_agl_m, 0) }),
            t(`flight:camera.${camera_type}`),
            t("flight:route.waypoints", { number: waypoints.length }),
            ...(eval_batch_num === null
              ? []
              : [t("flight:route.batch", { number: eval_batch_num })]),
          ].join(" · ")}
        </small>
      </div>
      {mayRemove ? (
        <IconButton
          size="sm"
          label={t("flight:remove", { name })}
          onPress={() => void remove(route).catch(showFault)}
        >
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  );
}
