// The sorties: shown or hidden on the map, in their colours, each with what can be done with it.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Pencil } from "lucide-react";
import type { FlightCampaign } from "../../domain/flight/flight-campaign.ts";
import type { FlightRouteRecord } from "../../domain/flight/flight-route-record.ts";
import { askAtom } from "../../state/account/ask.ts";
import { editRoute } from "../../state/map/flight-route-edit.ts";
import { routeColourAtom, sortieColour } from "../../state/map/flight-route-view.ts";
import { hiddenRoutesAtom } from "../../state/plant/flight-campaign.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { RouteMenu } from "./route-menu.tsx";
import css from "./flight-routes.module.css";

type ListProps = { routes: readonly FlightRouteRecord[]; campaign: FlightCampaign };

export function RouteList({ routes, campaign }: ListProps) {
  const [hidden, setHidden] = useAtom(hiddenRoutesAtom);
  const shown = routes.filter(({ id }) => !hidden.has(id)).length;
  const showAll = (isShown: boolean) =>
    setHidden(new Set(isShown ? [] : routes.map(({ id }) => id)));
  return (
    <section className={css.part} aria-label={t("flight-route:sorties")}>
      <Checkbox
        isSelected={shown === routes.length}
        isIndeterminate={shown > 0 && shown < routes.length}
        onChange={showAll}
      >
        {t("flight-route:shown_of", { shown, all: routes.length })}
      </Checkbox>
      <ul className={css.list} aria-label={t("flight-export:title")}>
        {routes.map((route) => (
          <Row key={route.id} route={route} campaign={campaign} />
        ))}
      </ul>
    </section>
  );
}

function Row({ route, campaign }: { route: FlightRouteRecord; campaign: FlightCampaign }) {
  const ask = useAtomValue(askAtom);
  const edit = useSetAtom(editRoute);
  const isBySortie = useAtomValue(routeColourAtom) === "sortie";
  const [hidden, setHidden] = useAtom(hiddenRoutesAtom);
  const { id, name, aircraft, altitude_agl_m, distance_m, duration_s, eval_batch_num } = route;
  const show = (isShown: boolean) => {
    const others = [...hidden].filter((one) => one !== id);
    setHidden(new Set(isShown ? others : [...others, id]));
  };
  const facts = {
    aircraft,
    altitude: formatNumber(altitude_agl_m, 0),
    km: formatNumber(distance_m / 1000, 1),
    minutes: formatNumber(duration_s / 60, 0),
  };
  const batch =
    eval_batch_num === null ? [] : [t("flight:route.batch", { number: eval_batch_num })];
  return (
    <li className={css.row}>
      <div className={css.words}>
        <Checkbox isSelected={!hidden.has(id)} onChange={show}>
          {isBySortie ? <SeverityMark symbol="square" colour={sortieColour(route)} /> : null}
          <span className={css.name}>{name}</span>
        </Checkbox>
        <small>{[t("flight-export:facts", facts), ...batch].join(" · ")}</small>
      </div>
      {ask("flightRoute.update") === null ? (
        <IconButton
          size="sm"
          label={t("flight-route:edit", { name })}
          placement="left"
          onPress={() => {
            show(true);
            edit(id);
          }}
        >
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
      {ask("flightExport.download") === null ? (
        <RouteMenu route={route} campaign={campaign} />
      ) : null}
    </li>
  );
}
