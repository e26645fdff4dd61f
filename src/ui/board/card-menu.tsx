// The menu of a card: opened with its button, with a key, or with the other button of the mouse.
import { useState, type MouseEvent } from "react";
import { ContextMenu, type MenuEntry } from "../overlay.tsx";

type Point = { readonly x: number; readonly y: number };

/** What a card needs: handlers for what opens the menu, and the menu itself, which is null while it is closed. */
export function useCardMenu(label: string, entries: () => readonly MenuEntry[]) {
  const [at, setAt] = useState<Point | null>(null);
  const openAt = (element: Element) => {
    const { left, bottom } = element.getBoundingClientRect();
    setAt({ x: left, y: bottom });
  };
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    // The key for menus has no place of its own.
    if (event.clientX === 0 && event.clientY === 0) openAt(event.currentTarget);
    else setAt({ x: event.clientX, y: event.clientY });
  };
  const menu = at ? (
    <ContextMenu
      label={label}
      title={label}
      groups={[{ entries: entries() }]}
      at={at}
      onClose={() => setAt(null)}
    />
  ) : null;
  return { openAt, onContextMenu, menu };
}
