// One layer in the list. Moved by its grip or with buttons.
import type { ReactNode } from "react";
import { useSetAtom } from "jotai";
import { ArrowDown, ArrowUp, Crosshair, Eye, EyeOff, GripVertical, Target } from "lucide-react";
import {
  fadeLayer,
  moveLayer,
  showLayer,
  soloLayer,
  type LayerEntry,
} from "../../state/map/layer.ts";
import { t } from "../../state/shell/locale.ts";
import { flyTo } from "../../state/map/view.ts";
import { IconButton } from "../../ui/button.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import css from "./layers.module.css";

export type LayerRowProps = {
  layer: LayerEntry;
  /** Index among the movable layers, 0 at the bottom. */
  place: number;
  last: number;
  bounds: readonly [number, number, number, number] | null;
  isSolo: boolean;
  isOver: boolean;
  /** The view that draws the layer where this one does not; null for a layer that is drawn. */
  elsewhere: "map_only" | "space_only" | null;
  drag: {
    onDragStart: () => void;
    onDragOver: () => void;
    onDrop: () => void;
    onDragEnd: () => void;
  };
  /** The parts of the layer with settings of their own. */
  children?: ReactNode;
};

export function LayerRow({
  layer,
  place,
  last,
  bounds,
  isSolo,
  isOver,
  elsewhere,
  drag,
  children,
}: LayerRowProps) {
  const show = useSetAtom(showLayer);
  const fade = useSetAtom(fadeLayer);
  const move = useSetAtom(moveLayer);
  const alone = useSetAtom(soloLayer);
  const fly = useSetAtom(flyTo);
  const name = t(layer.name);
  const words = { name };
  return (
    // Dragging works by pointer only; the buttons do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={css.row}
      data-over={isOver}
      data-hidden={!layer.visible}
      draggable={!layer.fixed}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", layer.id);
        drag.onDragStart();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        drag.onDragOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        drag.onDrop();
      }}
      onDragEnd={drag.onDragEnd}
    >
      <div className={css.line}>
        <span className={css.grip} aria-hidden="true">
          {layer.fixed ? null : <GripVertical size={14} />}
        </span>
        <IconButton
          size="sm"
          label={t(layer.visible ? "layer:hide" : "layer:show", words)}
          isOn={layer.visible}
          onPress={() => show(layer.id, !layer.visible)}
        >
          {layer.visible ? (
            <Eye size={15} aria-hidden="true" />
          ) : (
            <EyeOff size={15} aria-hidden="true" />
          )}
        </IconButton>
        <span className={css.name}>
          {name}
          {elsewhere ? <small className={css.note}>{t(`layer:${elsewhere}`)}</small> : null}
        </span>
        {layer.fixed ? null : (
          <span className={css.tools}>
            {bounds ? (
              <IconButton size="sm" label={t("layer:zoom", words)} onPress={() => fly({ bounds })}>
                <Crosshair size={14} aria-hidden="true" />
              </IconButton>
            ) : null}
            <IconButton
              size="sm"
              label={t("layer:solo", words)}
              isOn={isSolo}
              onPress={() => alone(layer.id)}
            >
              <Target size={14} aria-hidden="true" />
            </IconButton>
            <IconButton
              size="sm"
              label={t("layer:up", words)}
              isDisabled={place >= last}
              onPress={() => move(layer.id, place + 1)}
            >
              <ArrowUp size={14} aria-hidden="true" />
            </IconButton>
            <IconButton
              size="sm"
              label={t("layer:down", words)}
              isDisabled={place <= 0}
              onPress={() => move(layer.id, place - 1)}
            >
              <ArrowDown size={14} aria-hidden="true" />
            </IconButton>
          </span>
        )}
      </div>
      <Slider
        label={t("layer:opacity", words)}
        labelHidden
        value={layer.opacity}
        minValue={0}
        maxValue={1}
        step={0.05}
        format={{ style: "percent" }}
        isDisabled={!layer.visible}
        onChange={(opacity) => fade(layer.id, opacity)}
      />
      {children}
    </li>
  );
}
