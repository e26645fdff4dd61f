// A store of somebody who has just signed in, for tests of the state.
import { createStore, type Atom } from "jotai";
import { keepSession } from "../../client/session.ts";
import type { Permission } from "../../domain/account/permission.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import { sessionAtom } from "../account/session.ts";

let unwatch: (() => void)[] = [];

/** Every one is another session, the former ends. `watched` are read by the page all the time. */
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

/** Lets all that is answered at once arrive. */
export function settle(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}
