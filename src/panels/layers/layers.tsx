// The layers of the map, top first: visibility, opacity, order.
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { baseMapStylesAtom, isSatelliteAtom } from "../../state/map/base-map.ts";
import { fileOverlayLayerId } from "../../state/map/file-overlay.ts";
import { moveLayer, shownLayersAtom } from "../../state/map/layer.ts";
import { droneTrackLayerId } from "../../state/map/drone-track.ts";
import { orthomosaicLayerId } from "../../state/map/orthomosaic.ts";
import { t } from "../../state/shell/locale.ts";
import { EmptyState } from "../../ui/feedback.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import { useDragged } from "./dragged.ts";
import { DroneRows } from "./drone-rows.tsx";
import { LayerRow } from "./layer-row.tsx";
import { OrthomosaicRows } from "./orthomosaic-rows.tsx";
import { OverlayRow } from "./overlay-row.tsx";
import css from "./layers.module.css";

export function LayerList() {
  const layers = useAtomValue(shownLayersAtom).toReversed();
  const move = useSetAtom(moveLayer);
  const movable = layers.filter(({ fixed }) => !fixed);
  const placeOf = (id: string) => movable.length - 1 - movable.findIndex((one) => one.id === id);
  const dragOf = useDragged<string>((dragged, over) => move(dragged, placeOf(over)));
  if (layers.length === 0) return <EmptyState title={t("layer:none")} />;
  return (
    <>
      <Satellite />
      <ul className={css.list} aria-label={t("layer:title")}>
        {layers.map((layer) => (
          <LayerRow
            key={layer.id}
            layer={layer}
            place={placeOf(layer.id)}
            last={movable.length - 1}
            drag={dragOf(layer.id, !layer.fixed)}
          >
            {layer.visible ? <Parts id={layer.id} title={t(layer.name)} /> : null}
          </LayerRow>
        ))}
      </ul>
    </>
  );
}

/** What a layer consists of, where that has settings of its own. */
function Parts({ id, title }: { id: string; title: string }) {
  if (id === orthomosaicLayerId.rgb) return <OrthomosaicRows kind="rgb" title={title} />;
  if (id === orthomosaicLayerId.thermal) return <OrthomosaicRows kind="thermal" title={title} />;
  if (id === fileOverlayLayerId) return <OverlayRow />;
  if (id === droneTrackLayerId) return <DroneRows title={title} />;
  return null;
}

/** The switch to satellite images, if the server has a style with them. */
function Satellite() {
  const styles = useAtomValue(baseMapStylesAtom);
  const [isSatellite, setSatellite] = useAtom(isSatelliteAtom);
  if (!styles?.satellite) return null;
  return (
    <div className={css.satellite}>
      <Switch isSelected={isSatellite} onChange={setSatellite}>
        {t("layer:satellite")}
      </Switch>
    </div>
  );
}
