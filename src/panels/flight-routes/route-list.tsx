// The sorties: shown or hidden on the map, in their colours, each with what can be done with it.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { ChartArea, Pencil, Trash2 } from "lucide-react";
import { takeOffNameAt } from "../../domain/flight/area/flight-area.ts";
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import type { FlightType } from "../../domain/flight/route/flight-route.ts";
import type { CheckedRoute } from "../../domain/flight/route/route-check.ts";
import { askAtom } from "../../state/account/ask.ts";
import { savedAreasAtom } from "../../state/map/flight-area.ts";
import { editRoute } from "../../state/map/flight-route-edit.ts";
import { routeColourAtom, sortieColour } from "../../state/map/flight-route-view.ts";
import { hiddenRoutesAtom, removeRoute } from "../../state/plant/analysis/flight-campaign.ts";
import { shownSecondsAtom } from "../../state/map/flight-time.ts";
import { formatDateTimeIn, formatNumber, t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { IconButton } from "../../ui/button.tsx";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Popover } from "../../ui/overlay.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { usePending } from "../pending.ts";
import { altitudeWords } from "../record/altitude-words.ts";
import { mostWindWords } from "../record/wind-words.ts";
import { BatchMenu } from "./batch-menu.tsx";
import { HeightProfile } from "./height-profile.tsx";
import { routePhotos } from "../../domain/flight/flown/photo-points.ts";
import { batteryWords } from "./sortie-facts.ts";
import { RouteMenu } from "./route-menu.tsx";
import css from "./flight-routes.module.css";

type ListProps = { routes: readonly CheckedRoute[]; campaign: FlightCampaign };

export function RouteList({ routes, campaign }: ListProps) {
  const [hidden, setHidden] = useAtom(hiddenRoutesAtom);
  const [wanted, setWanted] = useState<FlightType | "all">("all");
  const types = [...new Set(routes.map(({ flight_type }) => flight_type))];
  const isWanted = ({ flight_type }: CheckedRoute, of: FlightType | "all" = wanted) =>
    of === "all" || flight_type === of;
  const listed = routes.filter((route) => isWanted(route));
  const shown = listed.filter(({ id }) => !hidden.has(id)).length;
  const showAll = (isShown: boolean) =>
    setHidden(new Set(routes.filter((one) => !isShown || !isWanted(one)).map(({ id }) => id)));
  /** The map shows what the list shows. */
  const filter = (type: FlightType | "all") => {
    setWanted(type);
    setHidden(new Set(routes.filter((one) => !isWanted(one, type)).map(({ id }) => id)));
  };
  return (
    <section className={css.part} aria-label={t("flight-route:sorties")}>
      {types.length > 1 ? (
        <Select
          label={t("flight-route:filter_type")}
          size="sm"
          value={wanted}
          onChange={filter}
          options={[
            { id: "all" as const, label: t("flight-route:all_types") },
            ...types.map((id) => ({ id, label: t(`flight:type.${id}`) })),
          ]}
        />
      ) : null}
      <Checkbox
        isSelected={shown === listed.length}
        isIndeterminate={shown > 0 && shown < listed.length}
        onChange={showAll}
      >
        {t("flight-route:shown_of", { shown, all: listed.length })}
      </Checkbox>
      <ul className={css.list} aria-label={t("flight-export:title")}>
        {listed.map((route) => (
          <Row key={route.id} route={route} campaign={campaign} />
        ))}
      </ul>
    </section>
  );
}

function Row({ route, campaign }: { route: CheckedRoute; campaign: FlightCampaign }) {
  const ask = useAtomValue(askAtom);
  const edit = useSetAtom(editRoute);
  const land = useSetAtom(shownSecondsAtom);
  const isBySortie = useAtomValue(routeColourAtom) === "sortie";
  const [hidden, setHidden] = useAtom(hiddenRoutesAtom);
  const home = takeOffNameAt(route.take_off.place, useAtomValue(savedAreasAtom));
  const { id, name, aircraft, distance_m, duration_s, eval_batch_num } = route;
  const show = (isShown: boolean) => {
    const others = [...hidden].filter((one) => one !== id);
    setHidden(new Set(isShown ? others : [...others, id]));
  };
  const facts = {
    aircraft,
    altitude: altitudeWords(route),
    km: formatNumber(distance_m / 1000, 1),
    minutes: formatNumber(duration_s / 60, 0),
  };
  const flown = t("flight-route:sortie_facts", {
    photos: formatNumber(routePhotos(route)),
    battery: batteryWords(route, campaign),
  });
  const batch =
    eval_batch_num === null ? [] : [t("flight:route.batch", { number: eval_batch_num })];
  const from = home === "" ? [] : [t("flight-route:takes_off", { name: home })];
  const start =
    route.start_at === null
      ? []
      : [
          t(route.check.past ? "flight-route:planned_past" : "flight-route:starts", {
            time: formatDateTimeIn(campaign.time_zone, route.start_at),
          }),
        ];
  return (
    <li className={css.row}>
      <div className={css.words}>
        <Checkbox isSelected={!hidden.has(id)} onChange={show}>
          {isBySortie ? <SeverityMark symbol="square" colour={sortieColour(route)} /> : null}
          <span className={css.name}>{name}</span>
        </Checkbox>
        <small>
          {[
            t(`flight:type.${route.flight_type}`),
            ...start,
            ...from,
            t("flight-export:facts", facts),
            flown,
            ...batch,
          ].join(" · ")}
        </small>
        <Check route={route} />
      </div>
      <Popover
        label={t("flight-route:profile.title", { name })}
        trigger={
          <IconButton size="sm" label={t("flight-route:profile.show", { name })} placement="left">
            <ChartArea size={14} aria-hidden="true" />
          </IconButton>
        }
      >
        <HeightProfile route={route} isWide />
      </Popover>
      {ask("flightRoute.chooseBatch") === null ? <BatchMenu route={route} /> : null}
      {ask("flightRoute.update") === null ? (
        <IconButton
          size="sm"
          label={t("flight-route:edit", { name })}
          placement="left"
          onPress={() => {
            show(true);
            // The drone of the slider would hide a waypoint.
            land(null);
            edit(id);
          }}
        >
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
      ) : null}
      {ask("flightExport.download") === null ? (
        <RouteMenu route={route} campaign={campaign} />
      ) : null}
      {ask("flightRoute.remove") === null ? <RemoveRoute route={route} /> : null}
    </li>
  );
}

/** The heights of the ways from and to take-off, and all for which the route must not be flown. */
function Check({ route }: { route: CheckedRoute }) {
  const { check } = route;
  const heights = t("flight-route:heights", {
    security: formatNumber(check.security_height_m, 1),
    back: formatNumber(check.return_height_m, 1),
  });
  const ground = check.is_ground_known ? [] : [t("flight-route:ground_unknown")];
  return (
    <>
      <small>{[heights, ...ground].join(" · ")}</small>
      <small>{windFacts(route)}</small>
      {check.warnings.length > 0 ? (
        <Alert tone="watch">
          {check.warnings.map((warning) => (
            <p key={warning.reason}>{refusalWords(warning)}</p>
          ))}
        </Alert>
      ) : null}
      {check.problems.length > 0 ? (
        <Alert tone="danger">
          {check.problems.map((problem, at) => (
            <p key={at}>{refusalWords(problem)}</p>
          ))}
        </Alert>
      ) : null}
    </>
  );
}

/** Up to which wind it can be flown, and what the expected wind makes of it. */
function windFacts({ set_wind_m_s, check: { wind } }: CheckedRoute): string {
  const most = t("flight-route:wind", { most: mostWindWords(wind) });
  if (set_wind_m_s === null || wind.duration_s === null) return most;
  const expected = t("flight-route:wind_expected", {
    wind: formatNumber(set_wind_m_s, 1),
    minutes: formatNumber(wind.duration_s / 60, 0),
    left: formatNumber(wind.landing_percent, 0),
  });
  return [most, expected].join(" · ");
}

function RemoveRoute({ route }: { route: FlightRouteRecord }) {
  const remove = useSetAtom(removeRoute);
  const [isAsking, setAsking] = useState(false);
  const [isPending, whilePending] = usePending();
  const title = t("flight-route:remove", { name: route.name });
  const confirm = async () => {
    await whilePending(() => remove(route));
    setAsking(false);
  };
  return (
    <>
      <IconButton size="sm" label={title} placement="left" onPress={() => setAsking(true)}>
        <Trash2 size={14} aria-hidden="true" />
      </IconButton>
      {isAsking ? (
        <ConfirmDialog
          title={title}
          confirmLabel={t("flight-route:remove_confirm")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          isPending={isPending}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        >
          {t("flight-route:remove_text")}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
