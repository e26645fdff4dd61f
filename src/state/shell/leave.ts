// What would be lost by leaving: unsaved forms, drawings, running uploads. Whatever leads away (a
// link, the back button, signing out, a reload, the update) asks here first.
import { atom } from "jotai";

/**
 * What is held: `editing` and `drawing` are lost when the view is left, `uploading` goes on behind
 * other views and is lost with the page.
 */
export type UnsavedKind = "editing" | "drawing" | "uploading";

export type UnsavedWork = {
  readonly kind: UnsavedKind;
  /** Saves what is held and answers whether that worked; absent where it cannot be saved at once. */
  readonly save?: () => Promise<boolean>;
  /** Told when the user lets go of it. */
  readonly drop?: () => void;
};

/** The question on the screen: what is held, and whether saving all of it can be offered. */
export type LeaveQuestion = { readonly kinds: readonly UnsavedKind[]; readonly canSave: boolean };

type Pending = { readonly go: () => void; readonly holds: readonly UnsavedWork[] };

let holds: readonly UnsavedWork[] = [];
let pending: Pending | null = null;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/**
 * Holds until the answered function is called. A question about nothing but what is let go of meanwhile
 * (the save that was on its way has arrived) answers itself.
 */
export function holdUnsaved(one: UnsavedWork): () => void {
  holds = [...holds, one];
  tell();
  return () => {
    holds = holds.filter((other) => other !== one);
    const asked = pending;
    const isMoot = asked?.holds.every((other) => !holds.includes(other)) ?? false;
    if (isMoot) pending = null;
    tell();
    if (isMoot) asked?.go();
  };
}

/**
 * Runs `go` at once where nothing would be lost, else asks and runs it when the user lets go. `from`
 * says what is left: the view (another panel, record or address) or the whole page.
 */
export function leave(go: () => void, from: "view" | "page" = "view"): void {
  const lost = lostBy(from);
  if (lost.length === 0) return go();
  pending = { go, holds: lost };
  tell();
}

function lostBy(from: "view" | "page"): readonly UnsavedWork[] {
  return from === "page" ? holds : holds.filter(({ kind }) => kind !== "uploading");
}

/** Answers the question: saving that fails stays. */
export async function answerLeave(answer: "stay" | "discard" | "save"): Promise<void> {
  const asked = pending;
  pending = null;
  tell();
  if (!asked || answer === "stay") return;
  if (answer === "save") {
    for (const one of asked.holds) if (!(await one.save?.())) return;
  }
  holds = holds.filter((one) => !asked.holds.includes(one));
  tell();
  if (answer === "discard") for (const one of asked.holds) one.drop?.();
  asked.go();
}

/** Forgets everything held and asked: the session is over, nothing can be saved. */
export function forgetUnsaved(): void {
  holds = [];
  pending = null;
  tell();
}

function watched<Value>(read: () => Value) {
  const kept = atom(read());
  kept.onMount = (set) => {
    const follow = () => set(() => read());
    follow();
    listeners.add(follow);
    return () => listeners.delete(follow);
  };
  return atom((get) => get(kept));
}

/** Everything held now; the update waits while there is any. */
export const unsavedWorkAtom = watched(() => holds);

const pendingAtom = watched(() => pending);

/** The question to be shown, or null. */
export const leaveQuestionAtom = atom((get): LeaveQuestion | null => {
  const asked = get(pendingAtom);
  if (!asked) return null;
  return {
    kinds: [...new Set(asked.holds.map(({ kind }) => kind))],
    canSave: asked.holds.every(({ save }) => save !== undefined),
  };
});

/**
 * Asks before the back and forward buttons lead away and before the tab closes; answers how to stop.
 * Must start before the router listens: what it holds back, the router must not see.
 */
export function startLeaveGuard(): () => void {
  let here = { href: location.href, state: history.state as unknown };
  const note = () => {
    here = { href: location.href, state: history.state as unknown };
  };
  const onPop = (event: PopStateEvent) => {
    const isSame = location.pathname + location.search === pathOf(here.href);
    if (isSame || lostBy("view").length === 0) return note();
    // The browser has gone already: an entry for where one still is, and back over it later.
    event.stopImmediatePropagation();
    history.pushState(here.state, "", here.href);
    leave(() => history.back());
  };
  const onClose = (event: BeforeUnloadEvent) => {
    if (lostBy("page").length > 0) event.preventDefault();
  };
  window.addEventListener("popstate", onPop, { capture: true });
  window.addEventListener("pushState", note);
  window.addEventListener("replaceState", note);
  window.addEventListener("beforeunload", onClose);
  return () => {
    window.removeEventListener("popstate", onPop, { capture: true });
    window.removeEventListener("pushState", note);
    window.removeEventListener("replaceState", note);
    window.removeEventListener("beforeunload", onClose);
  };
}

function pathOf(href: string): string {
  const { pathname, search } = new URL(href);
  return pathname + search;
}
