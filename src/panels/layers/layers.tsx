// The layers of the map, top first: visibility, opacity, order.
import { useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { baseMapStylesAtom, isSatelliteAtom } from "../../state/map/base-map.ts";
import {
  layerBoundsAtom,
  moveLayer,
  shownLayersAtom,
  soloLayerAtom,
  type LayerEntry,
} from "../../state/map/layer.ts";
import { orthomosaicLayerId } from "../../state/map/orthomosaic.ts";
import { spaceAtom } from "../../state/map/space.ts";
import { t } from "../../state/shell/locale.ts";
import { EmptyState } from "../../ui/feedback.tsx";
import { Switch } from "../../ui/form/toggle.tsx";
import { LayerRow, type LayerRowProps } from "./layer-row.tsx";
import { OrthomosaicRows } from "./orthomosaic-rows.tsx";
import css from "./layers.module.css";

export function LayerList() {
  const layers = useAtomValue(shownLayersAtom).toReversed();
  const bounds = useAtomValue(layerBoundsAtom);
  const solo = useAtomValue(soloLayerAtom);
  const is3d = useAtomValue(spaceAtom) === "3d";
  const move = useSetAtom(moveLayer);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  if (layers.length === 0) return <EmptyState title={t("layer:none")} />;
  const movable = layers.filter(({ fixed }) => !fixed);
  const placeOf = (id: string) => movable.length - 1 - movable.findIndex((one) => one.id === id);
  const drop = () => {
    if (dragged !== null && over !== null && dragged !== over) move(dragged, placeOf(over));
    setDragged(null);
    setOver(null);
  };
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
            bounds={bounds[layer.id] ?? null}
            elsewhere={elsewhereOf(layer, is3d)}
            isSolo={solo === layer.id}
            isOver={over === layer.id && dragged !== layer.id}
            drag={{
              onDragStart: () => setDragged(layer.id),
              onDragOver: () => setOver(layer.fixed ? null : layer.id),
              onDrop: drop,
              onDragEnd: drop,
            }}
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
  return null;
}

/** Where a layer is drawn that is not drawn in this view; null for one that is. */
function elsewhereOf({ inSpace, onMap }: LayerEntry, is3d: boolean): LayerRowProps["elsewhere"] {
  if (is3d) return inSpace === true ? null : "map_only";
  return onMap === false ? "space_only" : null;
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
