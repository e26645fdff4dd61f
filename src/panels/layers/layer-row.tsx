// One layer in the list.
import type { ReactNode } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Target } from "lucide-react";
import {
  fadeLayer,
  layerBoundsAtom,
  showLayer,
  soloLayer,
  soloLayerAtom,
  type LayerEntry,
} from "../../state/map/layer.ts";
import { spaceAtom } from "../../state/map/space.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import type { RowDrag } from "./dragged.ts";
import { Row } from "./row.tsx";

type LayerRowProps = {
  layer: LayerEntry;
  /** The layers of the group next to it; null where there is none. */
  above: string | null;
  below: string | null;
  /** Moves it to the place of another layer. */
  move: (to: string) => void;
  drag: RowDrag;
  /** The parts of the layer with settings of their own. */
  children: ReactNode;
};

export function LayerRow({ layer, above, below, move, drag, children }: LayerRowProps) {
  const bounds = useAtomValue(layerBoundsAtom)[layer.id] ?? null;
  const isSolo = useAtomValue(soloLayerAtom) === layer.id;
  const elsewhere = elsewhereOf(layer, useAtomValue(spaceAtom) === "3d");
  const show = useSetAtom(showLayer);
  const fade = useSetAtom(fadeLayer);
  const alone = useSetAtom(soloLayer);
  const name = t(layer.name);
  return (
    <Row
      kind="layer"
      name={name}
      note={elsewhere ? t(`layer:${elsewhere}`) : null}
      isVisible={layer.visible}
      opacity={layer.opacity}
      bounds={layer.fixed ? null : bounds}
      order={
        layer.fixed
          ? null
          : {
              up: above === null ? null : () => move(above),
              down: below === null ? null : () => move(below),
            }
      }
      drag={drag}
      onShow={(isVisible) => show(layer.id, isVisible)}
      onFade={(opacity) => fade(layer.id, opacity)}
      tools={
        layer.fixed ? null : (
          <IconButton
            size="sm"
            label={t("layer:solo", { name })}
            isOn={isSolo}
            onPress={() => alone(layer.id)}
          >
            <Target size={14} aria-hidden="true" />
          </IconButton>
        )
      }
    >
      {children}
    </Row>
  );
}

/** The view that draws the layer where this one does not; null for a layer that is drawn. */
function elsewhereOf({ inSpace, onMap }: LayerEntry, is3d: boolean) {
  if (is3d) return inSpace === true ? null : "map_only";
  return onMap === false ? "space_only" : null;
}
