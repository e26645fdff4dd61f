// The single orthomosaics of a layer, top first: each shown or hidden, faded, and moved by its grip or with buttons.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowDown, ArrowUp, Crosshair, Eye, EyeOff, GripVertical } from "lucide-react";
import type { OrthomosaicKind } from "../../domain/raster/orthomosaic.ts";
import { readyOrthomosaicAtoms, type DrawnOrthomosaic } from "../../state/map/orthomosaic.ts";
import {
  fadeOrthomosaic,
  moveOrthomosaic,
  showOrthomosaic,
} from "../../state/map/orthomosaic-setting.ts";
import { flyTo } from "../../state/map/view.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Slider } from "../../ui/form/slider.tsx";
import css from "./layers.module.css";

type OrthomosaicRowsProps = { kind: OrthomosaicKind; title: string };

export function OrthomosaicRows({ kind, title }: OrthomosaicRowsProps) {
  const all = useAtomValue(readyOrthomosaicAtoms[kind].this);
  const move = useSetAtom(moveOrthomosaic);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  if (all.length === 0) return null;
  const ids = all.map(({ id }) => id);
  const drop = () => {
    if (dragged !== null && over !== null && dragged !== over)
      move(dragged, ids.indexOf(over), ids);
    setDragged(null);
    setOver(null);
  };
  return (
    <ul className={css.parts} aria-label={title}>
      {all.toReversed().map((one) => (
        <Row
          key={one.id}
          one={one}
          ids={ids}
          isOver={over === one.id && dragged !== one.id}
          onDragStart={() => setDragged(one.id)}
          // A layer that is dragged over this list is the business of the list around it.
          onDragOver={dragged === null ? null : () => setOver(one.id)}
          onDrop={drop}
        />
      ))}
    </ul>
  );
}

type RowProps = {
  one: DrawnOrthomosaic;
  /** Of the layer, bottom to top. */
  ids: readonly number[];
  isOver: boolean;
  onDragStart: () => void;
  onDragOver: (() => void) | null;
  onDrop: () => void;
};

function Row({ one, ids, isOver, onDragStart, onDragOver, onDrop }: RowProps) {
  const { id, file_name: name, picture, setting } = one;
  const show = useSetAtom(showOrthomosaic);
  const fade = useSetAtom(fadeOrthomosaic);
  const move = useSetAtom(moveOrthomosaic);
  const fly = useSetAtom(flyTo);
  const place = ids.indexOf(id);
  const isAlone = ids.length === 1;
  const words = { name };
  const size = formatNumber(picture.resolution_m * 100, 1);
  return (
    // Dragging works by pointer only; the buttons do the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={css.part}
      data-over={isOver}
      data-hidden={!setting.visible}
      draggable={!isAlone}
      onDragStart={(event) => {
        event.stopPropagation();
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", name);
        onDragStart();
      }}
      onDragOver={(event) => {
        if (!onDragOver) return;
        event.stopPropagation();
        event.preventDefault();
        onDragOver();
      }}
      onDrop={(event) => {
        if (!onDragOver) return;
        event.stopPropagation();
        event.preventDefault();
        onDrop();
      }}
      onDragEnd={(event) => {
        event.stopPropagation();
        onDrop();
      }}
    >
      <div className={css.line}>
        <span className={css.grip} aria-hidden="true">
          {isAlone ? null : <GripVertical size={14} />}
        </span>
        <IconButton
          size="sm"
          label={t(setting.visible ? "layer:hide" : "layer:show", words)}
          isOn={setting.visible}
          onPress={() => show(id, !setting.visible)}
        >
          {setting.visible ? (
            <Eye size={15} aria-hidden="true" />
          ) : (
            <EyeOff size={15} aria-hidden="true" />
          )}
        </IconButton>
        <span className={css.partName}>
          {name}
          <small className={css.note}>{t("orthomosaic:resolution", { size })}</small>
        </span>
        <span className={css.tools}>
          <IconButton
            size="sm"
            label={t("layer:zoom", words)}
            onPress={() => fly({ bounds: picture.bounds })}
          >
            <Crosshair size={14} aria-hidden="true" />
          </IconButton>
          {isAlone ? null : (
            <>
              <IconButton
                size="sm"
                label={t("layer:up", words)}
                isDisabled={place === ids.length - 1}
                onPress={() => move(id, place + 1, ids)}
              >
                <ArrowUp size={14} aria-hidden="true" />
              </IconButton>
              <IconButton
                size="sm"
                label={t("layer:down", words)}
                isDisabled={place === 0}
                onPress={() => move(id, place - 1, ids)}
              >
                <ArrowDown size={14} aria-hidden="true" />
              </IconButton>
            </>
          )}
        </span>
      </div>
      <Slider
        label={t("layer:opacity", words)}
        labelHidden
        value={setting.opacity}
        minValue={0}
        maxValue={1}
        step={0.05}
        format={{ style: "percent" }}
        isDisabled={!setting.visible}
        onChange={(opacity) => fade(id, opacity)}
      />
    </li>
  );
}
