// Rows of a list that are dragged to another place by the pointer. Buttons do the same by keyboard.
import { useState, type DragEvent } from "react";

export type RowDrag = {
  /** Whether the dragged row would take the place of this one. */
  isOver: boolean;
  onDragStart: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onDragEnd: (event: DragEvent) => void;
};

/**
 * `move(dragged, over)` is called once a row is dropped on another one.
 * A list in a row of another list works by itself: a list ignores what it did not begin to drag.
 */
export function useDragged<Id extends string | number>(move: (dragged: Id, over: Id) => void) {
  const [dragged, setDragged] = useState<Id | null>(null);
  const [over, setOver] = useState<Id | null>(null);
  const drop = (event: DragEvent) => {
    if (dragged === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (over !== null && dragged !== over) move(dragged, over);
    setDragged(null);
    setOver(null);
  };
  /** `isTarget`: whether another row can take this place. */
  return (id: Id, isTarget: boolean): RowDrag => ({
    isOver: over === id && dragged !== id,
    onDragStart(event) {
      event.stopPropagation();
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", String(id));
      setDragged(id);
    },
    onDragOver(event) {
      if (dragged === null) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(isTarget ? id : null);
    },
    onDrop: drop,
    onDragEnd: drop,
  });
}
