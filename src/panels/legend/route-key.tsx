// The flight routes on the map: which colour is which sortie, or which height.
import { useAtomValue } from "jotai";
import { signalInks } from "../../domain/colour/palette.ts";
import {
  routeColourAtom,
  routeNames,
  routesByColour,
  seenRoutesAtom,
} from "../../state/map/flight-route-view.ts";
import { t } from "../../state/shell/locale.ts";
import { SeverityMark } from "../../ui/chart/severity-mark.tsx";
import { HeightScale } from "../height-scale.tsx";
import css from "./route-key.module.css";

const takeOffColour = `rgb(${signalInks.take_off.slice(0, 3).join()})`;

export function RouteKey() {
  const routes = useAtomValue(seenRoutesAtom);
  const colour = useAtomValue(routeColourAtom);
  if (routes.length === 0) return null;
  return (
    <section className={css.routes} aria-label={t("layer:flight_routes")}>
      <p className={css.title}>
        {t("layer:flight_routes")}: {t(`flight-route:colour.${colour}`)}
      </p>
      {colour === "height" ? <HeightScale /> : null}
      <ul className={css.rows}>
        {colour === "sortie"
          ? [...routesByColour(routes)].map(([ink, of]) => (
              <Row key={ink} symbol="square" colour={ink}>
                {routeNames(of)}
              </Row>
            ))
          : null}
        <Row symbol="circle" colour={takeOffColour}>
          {t("flight-route:hover.take_off")}
        </Row>
      </ul>
    </section>
  );
}

function Row(props: { symbol: "square" | "circle"; colour: string; children: string }) {
  return (
    <li className={css.row}>
      <SeverityMark symbol={props.symbol} colour={props.colour} />
      <span>{props.children}</span>
    </li>
  );
}
