// What the map draws of the routes, in which colours, and how much of it.
import { useAtom, useAtomValue } from "jotai";
import {
  drawnFootprintsAtom,
  drawnPhotosAtom,
  drawnRoutesAtom,
  routeColourAtom,
  routeColours,
  showsFootprintsAtom,
  showsPhotosAtom,
} from "../../state/map/flight-route-view.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Segments } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { HeightScale } from "../height-scale.tsx";
import css from "./flight-routes.module.css";

export function RouteLegend() {
  const [colour, setColour] = useAtom(routeColourAtom);
  const routes = useAtomValue(drawnRoutesAtom);
  const lines = routes.reduce((sum, { photo_runs }) => sum + photo_runs.length, 0);
  const waypoints = routes.reduce((sum, route) => sum + route.waypoints.length, 0);
  const counts = {
    count: routes.length,
    lines: formatNumber(lines),
    waypoints: formatNumber(waypoints),
  };
  return (
    <section className={css.part} aria-label={t("flight-route:on_map")}>
      <h3>{t("flight-route:on_map")}</h3>
      <Segments
        label={t("flight-route:colour.label")}
        value={colour}
        onChange={setColour}
        options={routeColours.map((id) => ({ id, label: t(`flight-route:colour.${id}`) }))}
      />
      {colour === "height" ? <HeightScale /> : null}
      <small>{t("flight-route:drawn", counts)}</small>
      <Photos />
    </section>
  );
}

function Photos() {
  const [photos, showPhotos] = useAtom(showsPhotosAtom);
  const [footprints, showFootprints] = useAtom(showsFootprintsAtom);
  return (
    <>
      <Checkbox isSelected={photos} onChange={showPhotos}>
        {t("flight-route:photos")}
      </Checkbox>
      <Count of={useAtomValue(drawnPhotosAtom)} />
      <Checkbox isSelected={footprints} onChange={showFootprints}>
        {t("flight-route:footprints")}
      </Checkbox>
      <Count of={useAtomValue(drawnFootprintsAtom)} />
    </>
  );
}

/** "1,200 of 3,600 are drawn", or "3,600". */
function Count({ of }: { of: { all: number; drawn: readonly unknown[] } | null }) {
  if (!of) return null;
  const values = { drawn: formatNumber(of.drawn.length), all: formatNumber(of.all) };
  const isThinned = of.drawn.length < of.all;
  return <small>{t(isThinned ? "flight-route:thinned" : "flight-route:all_drawn", values)}</small>;
}
