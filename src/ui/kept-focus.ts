// The focus of the keyboard is never lost: where the control that had it is removed or disabled, another one gets it.

/** What lies over the page for a while. */
export const overlays =
  "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], section[aria-live]";

const CONTROLS =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]";
const ROWS = "li, tr, [role=row], [role=listitem]";
/** How many frames dialogs and others have to set the focus themselves. */
const FRAMES = 3;
const KEPT = 20;

/** Whether the user can go to this control. */
export function isFocusable(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !element.matches(":disabled") &&
    element.closest("[inert]") === null &&
    (element.checkVisibility?.() ?? true)
  );
}

/** A place on the page: what was there, and what is around it. */
type Place = { readonly element: HTMLElement; readonly around: readonly HTMLElement[] };
type Gap = { readonly next: Node | null; readonly previous: Node | null; readonly isRow: boolean };

/**
 * Gives a lost focus to the next row where a row was removed, to what had it before where an overlay or a message
 * closed, else to the nearest part of the page that can take it.
 * @param fallback takes it where all around has gone
 * @returns ends this
 */
export function keepFocus(fallback: () => HTMLElement | null): () => void {
  let places: readonly Place[] = [];
  let gap: Gap | null = null;
  let frame = 0;
  const note = ({ target }: FocusEvent) => {
    gap = null;
    if (!(target instanceof HTMLElement)) return;
    const others = places.filter(({ element }) => element !== target && element.isConnected);
    places = [...others, placeOf(target)].slice(-KEPT);
  };
  const isLost = () => {
    const last = places.at(-1);
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    return isNowhere && last !== undefined && !isFocusable(last.element);
  };
  const look = (frames: number) => {
    if (frames > 0) frame = requestAnimationFrame(() => look(frames - 1));
    else if (isLost()) (heirOf(places, gap) ?? fallback())?.focus({ preventScroll: true });
  };
  const changes = new MutationObserver((records) => {
    const last = places.at(-1);
    // A browser takes the focus from a disabled control later, with the next frame.
    if (!last || isFocusable(last.element)) return;
    gap = gapOf(last.element, records) ?? gap;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => look(FRAMES - 1));
  });
  document.addEventListener("focusin", note);
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "inert"],
  });
  return () => {
    document.removeEventListener("focusin", note);
    changes.disconnect();
    cancelAnimationFrame(frame);
  };
}

function placeOf(element: HTMLElement): Place {
  const around: HTMLElement[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
    around.push(at);
  return { element, around };
}

/** Where the element was taken out of its list. */
function gapOf(element: HTMLElement, records: readonly MutationRecord[]): Gap | null {
  for (const { removedNodes, nextSibling, previousSibling } of records) {
    for (const node of removedNodes) {
      if (!(node instanceof HTMLElement) || !node.contains(element)) continue;
      return { next: nextSibling, previous: previousSibling, isRow: node.matches(ROWS) };
    }
  }
  return null;
}

function heirOf(places: readonly Place[], gap: Gap | null): HTMLElement | null {
  const last = places.at(-1);
  if (!last) return null;
  const overlay = [last.element, ...last.around].findLast((one) => one.matches(overlays));
  const isClosed = overlay !== undefined && !overlay.isConnected;
  const isMessage = overlay?.matches("section[aria-live]") === true;
  if (isClosed || isMessage) {
    const before = places.findLast(
      ({ element, around }) => !around.includes(overlay) && isFocusable(element),
    );
    if (before) return before.element;
  }
  if (gap?.isRow) {
    const next = elementFrom(gap.next, "nextSibling");
    const control =
      firstControlOf(next) ?? firstControlOf(elementFrom(gap.previous, "previousSibling"));
    if (control) return control;
  }
  for (const around of last.around) {
    if (!isFocusable(around)) continue;
    if (around.hasAttribute("tabindex")) return around;
    const heading = around.matches("section, form")
      ? around.querySelector<HTMLElement>(":is(h1, h2, h3)[tabindex]")
      : null;
    if (heading && isFocusable(heading)) return heading;
  }
  return null;
}

function elementFrom(node: Node | null, way: "nextSibling" | "previousSibling") {
  let at = node;
  while (at && !(at instanceof HTMLElement)) at = at[way];
  return at;
}

function firstControlOf(row: HTMLElement | null): HTMLElement | null {
  if (!row) return null;
  const all = [row, ...row.querySelectorAll<HTMLElement>(CONTROLS)];
  return all.find((one) => one.matches(CONTROLS) && isFocusable(one)) ?? null;
}
