// Shows a part of the screen to a signed-in user, for tests.
import { Provider, type Atom } from "jotai";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { loadWords, startWords } from "../client/i18n.ts";
import type { Permission } from "../domain/account/permission.ts";
import { settle, signedInStore } from "../state/shell/signed-in.fixture.ts";

let root: Root | null = null;

/** Renders it for a user with these permissions; what was shown before is gone. */
export async function show(
  part: ReactNode,
  permissions: readonly Permission[] = [],
  watched: readonly Atom<unknown>[] = [],
): Promise<ReturnType<typeof signedInStore>> {
  await startWords("en");
  await loadWords(() => true);
  await hide();
  const store = signedInStore(permissions, watched);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root!.render(<Provider store={store}>{part}</Provider>));
  await act(settle);
  return store;
}

export async function hide(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
  document.body.replaceChildren();
}

export const text = (): string => document.body.textContent ?? "";
export const links = (): string[] =>
  [...document.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
