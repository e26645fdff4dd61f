// Columns of cards side by side. A card is dragged onto a column, or onto the tab of one that is out of view; what the
// keys do is up to the card. Only the cards in view exist.
import { useRef, useState, type DragEvent, type ReactNode } from "react";
import { ButtonList, type ButtonListRow } from "../button-list.tsx";
import { classes } from "../class-name.ts";
import { useLostFocus } from "../lost-focus.ts";
import css from "./board.module.css";

export type BoardColumn<Item, Id extends string> = {
  readonly id: Id;
  readonly name: string;
  /** The number of its cards, in words. */
  readonly count: string;
  readonly items: readonly Item[];
};

export type CardDrag = {
  readonly draggable: boolean;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragEnd: () => void;
};

type BoardProps<Item, Id extends string> = {
  label: string;
  /** Names the tabs, which lead to the columns. */
  tabsLabel: string;
  columns: readonly BoardColumn<Item, Id>[];
  /** Height of a card in CSS pixels. */
  cardPx: number;
  emptyLabel: string;
  /** False where no card can be moved. */
  canDrag: boolean;
  /** Whether the card may go there; columns that do not take it are greyed while it is dragged. */
  accepts: (item: Item, to: Id) => boolean;
  /** Also called for columns that do not take it, so that the reason can be said. */
  onDrop: (item: Item, to: Id) => void;
  children: (item: Item, keys: ButtonListRow, drag: CardDrag) => ReactNode;
};

export function Board<Item, Id extends string>(props: BoardProps<Item, Id>) {
  const { label, tabsLabel, columns, cardPx, emptyLabel, canDrag, accepts, children } = props;
  const board = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<{ item: Item; from: Id } | null>(null);
  const [over, setOver] = useState<Id | null>(null);
  // A card that has moved took the focus with it.
  useLostFocus(board, columns);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const isClosed = (id: Id) =>
    dragged !== null && id !== dragged.from && !accepts(dragged.item, id);
  const target = (id: Id) => ({
    "data-over": dragged !== null && over === id && id !== dragged.from,
    "data-closed": isClosed(id),
    onDragOver: (event: DragEvent) => {
      if (dragged === null) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged && id !== dragged.from) props.onDrop(dragged.item, id);
      end();
    },
  });
  const show = (id: Id) =>
    board.current
      ?.querySelector(`[data-column="${id}"]`)
      ?.scrollIntoView({ inline: "start", block: "nearest" });
  return (
    <div className={css.frame}>
      <div className={css.tabs} role="group" aria-label={tabsLabel}>
        {columns.map(({ id, name, count }) => (
          <button key={id} type="button" {...target(id)} onClick={() => show(id)}>
            {name} <span>{count}</span>
          </button>
        ))}
      </div>
      {/* It scrolls by keyboard too. */}
      <div ref={board} className={css.board} role="group" tabIndex={0} aria-label={label}>
        {columns.map(({ id, name, count, items }) => (
          // Dragging works by pointer only; the menu of a card does the same by keyboard.
          <section
            key={id}
            className={css.column}
            aria-label={name}
            data-column={id}
            {...target(id)}
          >
            <h3>
              {name} <span>{count}</span>
            </h3>
            {items.length === 0 ? (
              <p className={css.empty}>{emptyLabel}</p>
            ) : (
              <ButtonList
                label={name}
                className={classes(css.cards)}
                count={items.length}
                rowPx={cardPx}
              >
                {(index, keys) => {
                  const item = items[index]!;
                  return children(item, keys, {
                    draggable: canDrag,
                    onDragStart: (event) => {
                      event.dataTransfer.effectAllowed = "move";
                      event.dataTransfer.setData("text/plain", name);
                      setDragged({ item, from: id });
                    },
                    onDragEnd: end,
                  });
                }}
              </ButtonList>
            )}
          </section>
        ))}
      </div>
    </div>
  );
}
