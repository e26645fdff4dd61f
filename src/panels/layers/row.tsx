// One row of the layer list: a layer, or one part of a layer. Shown or hidden, faded, moved, zoomed to.
import type { ReactNode } from "react";
import { useSetAtom } from "jotai";
import { ArrowDown, ArrowUp, Crosshair, Eye, EyeOff, GripVertical } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import { flyTo } from "../../state/map/view.ts";
import { IconButton } from "../../ui/button.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import type { RowDrag } from "./dragged.ts";
import css from "./layers.module.css";

type RowProps = {
  kind: "layer" | "part";
  name: string;
  /** Stands below the name. */
  note: string | null;
  isVisible: boolean;
  /** 0 to 1. */
  opacity: number;
  bounds: readonly [number, number, number, number] | null;
  /** Null where the row has a fixed place; `up` and `down` are null at the ends. */
  order: { up: (() => void) | null; down: (() => void) | null } | null;
  drag: RowDrag;
  onShow: (isVisible: boolean) => void;
  onFade: (opacity: number) => void;
  /** Buttons beside those that every row has. */
  tools?: ReactNode;
  children?: ReactNode;
};

export function Row(props: RowProps) {
  const { kind, name, note, isVisible, opacity, bounds, order, tools, children } = props;
  const { isOver, ...drag } = props.drag;
  const fly = useSetAtom(flyTo);
  const words = { name };
  return (
    // Dragging works by pointer only; the buttons do the same by keyboard.
    <li
      className={css[kind]}
      data-over={isOver}
      data-hidden={!isVisible}
      draggable={order !== null}
      {...drag}
    >
      <div className={css.line}>
        <span className={css.grip} aria-hidden="true">
          {order ? <GripVertical size={14} /> : null}
        </span>
        <IconButton
          size="sm"
          label={t(isVisible ? "layer:hide" : "layer:show", words)}
          isOn={isVisible}
          onPress={() => props.onShow(!isVisible)}
        >
          {isVisible ? (
            <Eye size={15} aria-hidden="true" />
          ) : (
            <EyeOff size={15} aria-hidden="true" />
          )}
        </IconButton>
        <span className={css.name}>
          {name}
          {note ? <small className={css.note}>{note}</small> : null}
        </span>
        <span className={css.tools}>
          {bounds ? (
            <IconButton size="sm" label={t("layer:zoom", words)} onPress={() => fly({ bounds })}>
              <Crosshair size={14} aria-hidden="true" />
            </IconButton>
          ) : null}
          {tools}
          {order ? (
            <>
              <IconButton
                size="sm"
                label={t("layer:up", words)}
                isDisabled={order.up === null}
                onPress={() => order.up?.()}
              >
                <ArrowUp size={14} aria-hidden="true" />
              </IconButton>
              <IconButton
                size="sm"
                label={t("layer:down", words)}
                isDisabled={order.down === null}
                onPress={() => order.down?.()}
              >
                <ArrowDown size={14} aria-hidden="true" />
              </IconButton>
            </>
          ) : null}
        </span>
      </div>
      {isVisible ? (
        <Slider
          label={t("layer:opacity", words)}
          labelHidden
          value={opacity}
          minValue={0}
          maxValue={1}
          step={0.05}
          format={{ style: "percent" }}
          onChange={props.onFade}
        />
      ) : null}
      {children}
    </li>
  );
}
