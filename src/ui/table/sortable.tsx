// A list that users reorder by dragging a row's handle or with buttons.
import { useState, type ReactNode } from "react";
import { ChevronDown, ChevronUp, GripVertical } from "lucide-react";
import { IconButton } from "../button.tsx";
import { classes } from "../class-name.ts";
import css from "./sortable.module.css";

export type SortableProps<Item> = {
  label: string;
  items: readonly Item[];
  itemId: (item: Item) => string | number;
  /** Accessible name of the handle. The buttons do the same by keyboard. */
  dragLabel: string;
  upLabel: (item: Item, index: number) => string;
  downLabel: (item: Item, index: number) => string;
  /** Moves the item at index `from` to index `to`. */
  onMove: (from: number, to: number) => void;
  isCurrent?: (item: Item) => boolean;
  children: (item: Item, index: number) => ReactNode;
};

export function Sortable<Item>(props: SortableProps<Item>) {
  const { label, items, itemId, onMove, children } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    if (dragged !== null && over !== null && dragged !== over) onMove(dragged, over);
    setDragged(null);
    setOver(null);
  };
  return (
    <ol className={css.list} aria-label={label}>
      {items.map((item, index) => (
        // Drop target of a dragged row; the buttons do the same by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={itemId(item)}
          className={classes(
            css.row,
            props.isCurrent?.(item) && css.current,
            dragged === index && css.dragged,
            dragged !== null && over === index && (over < dragged ? css.above : css.below),
          )}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setOver(index);
          }}
          onDrop={(event) => event.preventDefault()}
        >
          <span
            className={css.handle}
            draggable
            title={props.dragLabel}
            aria-hidden="true"
            onDragStart={(event) => {
              const row = event.currentTarget.parentElement;
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", String(itemId(item)));
              if (row) event.dataTransfer.setDragImage(row, 8, 8);
              setDragged(index);
            }}
            onDragEnd={end}
          >
            <GripVertical size={14} />
          </span>
          <div className={css.body}>{children(item, index)}</div>
          <span className={css.moves}>
            <IconButton
              size="sm"
              label={props.upLabel(item, index)}
              isDisabled={index === 0}
              onPress={() => onMove(index, index - 1)}
            >
              <ChevronUp size={14} aria-hidden="true" />
            </IconButton>
            <IconButton
              size="sm"
              label={props.downLabel(item, index)}
              isDisabled={index === items.length - 1}
              onPress={() => onMove(index, index + 1)}
            >
              <ChevronDown size={14} aria-hidden="true" />
            </IconButton>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A copy of the list with one item moved. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, ...items.slice(from, from + 1));
}
