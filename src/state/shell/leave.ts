// Unsaved work: forms, drawings, running uploads. Everything that leaves the view or the page (a link, the
// back button, signing out, a reload, the update) asks here first.
import { atom } from "jotai";

/**
 * `editing` and `drawing` are lost when the view or a part of it is left; `uploading` continues behind other views
 * and is lost with the page. `refreshing`: others have not taken over yet what was changed here; it is asked about
 * when the view is left.
 */
export type UnsavedKind = "editing" | "drawing" | "uploading" | "refreshing";

export type UnsavedWork = {
  readonly kind: UnsavedKind;
  /** ID of the panel that holds it; absent where it is in no panel. */
  readonly panel?: string | null;
  /** Saves the work and returns whether that succeeded; absent where it cannot be saved at once. */
  readonly save?: () => Promise<boolean>;
  /** Called when the user discards the work. */
  readonly drop?: () => void;
  /** Brings the work to the screen, because it can be in a panel that is behind another one or closed. */
  readonly show?: () => void;
};

/** The question on the screen: kinds of unsaved work, and whether all of it can be saved. */
export type LeaveQuestion = { readonly kinds: readonly UnsavedKind[]; readonly canSave: boolean };

type Pending = { readonly navigate: () => void; readonly holds: readonly UnsavedWork[] };

let holds: readonly UnsavedWork[] = [];
let pending: Pending | null = null;
const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());

/**
 * Registers unsaved work until the returned function is called. Where that settles everything a question on
 * the screen is about (a save has finished meanwhile), the question is closed and navigation continues.
 */
export function holdUnsaved(one: UnsavedWork): () => void {
  holds = [...holds, one];
  notify();
  return () => {
    holds = holds.filter((other) => other !== one);
    const question = pending;
    const isMoot = question?.holds.every((other) => !holds.includes(other)) ?? false;
    if (isMoot) pending = null;
    notify();
    if (isMoot) question?.navigate();
  };
}

/**
 * What is left: a part of the view (a tab), the view (another record or address), the whole page, what a panel
 * shows, or one piece of work, such as a dialog. The work of others stays then.
 */
type Left =
  | "part"
  | "view"
  | "page"
  | { readonly panel: string }
  | { readonly work: UnsavedWork | null };

/** Kinds of work that are not lost. */
const kept: Readonly<Record<"part" | "view" | "page", readonly UnsavedKind[]>> = {
  part: ["uploading", "refreshing"],
  view: ["uploading"],
  page: [],
};

/** Runs `navigate` at once where no work would be lost. Else asks first, and runs it when the user agrees. */
export function leave(navigate: () => void, from: Left = "view"): void {
  const lost = lostBy(from);
  if (lost.length === 0) return navigate();
  pending = { navigate, holds: lost };
  notify();
}

function lostBy(from: Left): readonly UnsavedWork[] {
  if (typeof from === "string") return holds.filter(({ kind }) => !kept[from].includes(kind));
  if ("work" in from) return holds.filter((one) => one === from.work);
  return holds.filter(({ kind, panel }) => panel === from.panel && !kept.part.includes(kind));
}

/** Answers the question. Where saving fails, the user stays. Who stays sees the work that was asked about. */
export async function answerLeave(answer: "stay" | "discard" | "save"): Promise<void> {
  const question = pending;
  pending = null;
  notify();
  if (!question) return;
  if (answer === "stay") return question.holds[0]?.show?.();
  if (answer === "save") {
    for (const one of question.holds) if (!(await one.save?.())) return one.show?.();
  }
  holds = holds.filter((one) => !question.holds.includes(one));
  notify();
  if (answer === "discard") for (const one of question.holds) one.drop?.();
  question.navigate();
}

/** Forgets all unsaved work and the question: the session has ended, nothing can be saved. */
export function forgetUnsaved(): void {
  holds = [];
  pending = null;
  notify();
}

function watched<Value>(read: () => Value) {
  const current = atom(read());
  current.onMount = (set) => {
    const follow = () => set(() => read());
    follow();
    listeners.add(follow);
    return () => listeners.delete(follow);
  };
  return atom((get) => get(current));
}

/** All unsaved work; an update of the app waits until there is none. */
export const unsavedWorkAtom = watched(() => holds);

/** IDs of the panels with unsaved work. They keep it while other panels take their place. */
export const unsavedPanelsAtom = atom(
  (get) => new Set(get(unsavedWorkAtom).flatMap(({ panel }) => panel ?? [])),
);

const pendingAtom = watched(() => pending);

/** The question to be shown, or null. */
export const leaveQuestionAtom = atom((get): LeaveQuestion | null => {
  const question = get(pendingAtom);
  if (!question) return null;
  return {
    kinds: [...new Set(question.holds.map(({ kind }) => kind))],
    canSave: question.holds.every(({ save }) => save !== undefined),
  };
});

/**
 * Asks before the back and forward buttons leave the view and before the tab closes. Returns the stop
 * function. Must start before the router listens, because the router must not see a navigation held back here.
 */
export function startLeaveGuard(): () => void {
  let here = { href: location.href, state: history.state as unknown };
  const note = () => {
    here = { href: location.href, state: history.state as unknown };
  };
  const onPop = (event: PopStateEvent) => {
    const isSame = location.pathname + location.search === pathOf(here.href);
    if (isSame || lostBy("view").length === 0) return note();
    // The browser has navigated already: push the present address again, and go back over it later.
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
