// The focus of the keyboard follows what was opened: it goes to the heading of a panel, and Escape brings it back.
import { useEffect, useEffectEvent, useRef } from "react";
import { useAtomValue, useStore } from "jotai";
import {
  askedPanelAtom,
  askForPanel,
  keyboardPanelAtom,
  openPanelsAtom,
} from "../../state/shell/dock.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { isFocusable, overlays } from "../../ui/kept-focus.ts";

/** The layout library marks its own parts with this attribute, too. */
const PANEL = "section[data-panel]";
const MAP = ".maplibregl-canvas, [data-map]";
/** How long a panel that is asked for may take until it is there, unless the user goes on before. */
const LONGEST_MS = 3000;

/** @param pageId the page of the plant that is open beside the map, or null */
export function usePanelFocus(pageId: string | null): void {
  const store = useStore();
  // What opened each panel.
  const openers = useRef(new Map<string, HTMLElement | null>());
  /** What had the focus last outside of dialogs and menus, which are gone once they have opened something. */
  const last = useRef<HTMLElement | null>(null);
  /** What the user pressed last. */
  const pressed = useRef<string | null>(null);
  /** Ends the wait for a panel that is asked for. */
  const stopWait = useRef(() => undefined as void);

  const ask = useEffectEvent(() => {
    const asked = store.get(askedPanelAtom);
    if (!asked) return;
    const { id, stays } = asked;
    const active = activeElement();
    const from = active && !active.closest(overlays) ? active : last.current;
    if (from && panelOf(id)?.contains(from)) return;
    const isChosen = pressed.current === "Enter" || pressed.current === " ";
    const isGone = active === null || active.closest(overlays) !== null;
    if (stays && !isGone && (!isChosen || active.closest(MAP))) return;
    openers.current.set(id, from);
    stopWait.current();
    stopWait.current = whenThere(
      () => headingOf(id),
      (heading) => {
        // A form or a search field in the panel may have taken it already.
        if (!heading.closest(PANEL)?.contains(document.activeElement)) focus(heading);
      },
    );
  });

  const goBack = useEffectEvent((id: string) => {
    const opener = openers.current.get(id);
    const isThere = opener && isFocusable(opener) && panelOf(id)?.contains(opener) !== true;
    focus(isThere ? opener : document.querySelector<HTMLElement>(MAP));
  });

  const pageBefore = useRef(pageId);
  useEffect(() => {
    // A page that was just loaded begins at its top; a link within the product goes to the panel that it names.
    const named = new URLSearchParams(location.search).get("panel")?.split(",").at(-1);
    const isLink = document.readyState === "complete" && navigator.userActivation?.hasBeenActive;
    const unlisten = listen(store, { last, pressed, stopWait });
    const unsubscribe = store.sub(askedPanelAtom, ask);
    const unregister = store.set(registerCommands, [
      {
        id: "leave-panel",
        name: "workbench:leave_panel",
        group: "workbench:title",
        keys: ["escape"],
        inFields: true,
        isEnabled: () => idOf(activeElement()) !== null,
        run: () => {
          const id = idOf(activeElement());
          if (id !== null) goBack(id);
        },
      },
    ]);
    if (named && isLink && pageBefore.current === null) store.set(askForPanel, named);
    return () => {
      unlisten();
      unsubscribe();
      unregister();
      stopWait.current();
      store.set(keyboardPanelAtom, null);
    };
  }, [store]);

  // A panel that was closed from within.
  const openIds = useAtomValue(openPanelsAtom);
  const before = useRef(openIds);
  useEffect(() => {
    const closed = before.current.filter((id) => !openIds.includes(id));
    before.current = openIds;
    const left = closed.find((id) => openers.current.has(id)) ?? closed[0];
    if (left !== undefined && activeElement() === null) goBack(left);
  }, [openIds]);

  useEffect(() => {
    const left = pageBefore.current;
    pageBefore.current = pageId;
    if (pageId !== null && left !== pageId) store.set(askForPanel, pageId);
    else if (left !== null && pageId === null && activeElement() === null) goBack(left);
  }, [store, pageId]);
}

type Heard = {
  readonly last: { current: HTMLElement | null };
  readonly pressed: { current: string | null };
  readonly stopWait: { current: () => void };
};

/** Notes what the user presses and where the focus goes. */
function listen(store: ReturnType<typeof useStore>, { last, pressed, stopWait }: Heard) {
  const ending = new AbortController();
  const { signal } = ending;
  const noteFocus = () => {
    const active = activeElement();
    if (active && !active.closest(overlays)) last.current = active;
    store.set(keyboardPanelAtom, pressed.current === null ? null : idOf(active));
  };
  const heard = { capture: true, signal };
  window.addEventListener(
    "keydown",
    ({ key }) => {
      pressed.current = key;
      stopWait.current();
    },
    heard,
  );
  window.addEventListener(
    "pointerdown",
    () => {
      pressed.current = null;
      stopWait.current();
    },
    heard,
  );
  document.addEventListener("focusin", noteFocus, { signal });
  document.addEventListener(
    "focusout",
    // What is removed gives the focus to nothing.
    ({ relatedTarget }) => relatedTarget === null && store.set(keyboardPanelAtom, null),
    { signal },
  );
  return () => ending.abort();
}

/** Calls `then` once `find` has found something; the returned function ends the wait. */
function whenThere(find: () => HTMLElement | null, then: (found: HTMLElement) => void) {
  const until = performance.now() + LONGEST_MS;
  let frame = 0;
  const look = () => {
    const found = find();
    if (found) then(found);
    else if (performance.now() < until) frame = requestAnimationFrame(look);
  };
  look();
  return () => cancelAnimationFrame(frame);
}

/** The element with the focus, or null where that is the page itself. */
function activeElement(): HTMLElement | null {
  const active = document.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : null;
}

const panelOf = (id: string) => document.querySelector(`section[data-panel="${CSS.escape(id)}"]`);
const idOf = (element: Element | null) =>
  element?.closest(PANEL)?.getAttribute("data-panel") ?? null;
const headingOf = (id: string) =>
  panelOf(id)?.querySelector<HTMLElement>(":is(h1, h2)[tabindex]") ?? null;
const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
