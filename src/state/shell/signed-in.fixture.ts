// A store with a new session, for tests of the state.
import { createStore, type Atom } from "jotai";
import { keepSession } from "../../client/session.ts";
import type { Permission } from "../../domain/account/permission.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import { sessionAtom } from "../account/session.ts";

let unwatch: (() => void)[] = [];

/** Starts another session and ends the previous one. The store watches the atoms in `watched`. */
export function signedInStore(
  permissions: readonly Permission[] = [],
  watched: readonly Atom<unknown>[] = [],
  more: Partial<SessionAnswer> = {},
) {
  unwatch.forEach((stop) => stop());
  const token = crypto.randomUUID();
  keepSession({ ...more, token, permissions } as unknown as SessionAnswer);
  const store = createStore();
  unwatch = [sessionAtom, ...watched].map((one) => store.sub(one, () => undefined));
  return store;
}

/** Watches another atom until the next store is made: one that belongs to the session, such as a list by id. */
export function watch(store: ReturnType<typeof createStore>, one: Atom<unknown>): void {
  unwatch.push(store.sub(one, () => undefined));
}

/** Waits until answers that are already there have been processed. */
export function settle(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}
