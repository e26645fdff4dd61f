// Who is signed in and what they may do.
import { atom } from "jotai";
import { hasSignedOut, onSession, session } from "../../client/session.ts";
export { forgetSessionEnd, sessionEnd } from "../../client/session.ts";
import { isPermitted, type Permission, type Requirement } from "../../domain/account/permission.ts";
import { sessionLifetimeAtom } from "../shell/lifetime.ts";

const storedSessionAtom = atom(session());
storedSessionAtom.onMount = (set) => {
  set(session());
  return onSession(set);
};

/** The session, or null when signed out. */
export const sessionAtom = atom((get) => {
  // Readers of the session also watch its lifetime.
  get(sessionLifetimeAtom);
  return get(storedSessionAtom);
});
export const isSignedInAtom = atom((get) => get(sessionAtom) !== null);

/** True after the user has signed out, here or in another tab, until somebody signs in. */
export const hasSignedOutAtom = atom((get) => get(storedSessionAtom) === null && hasSignedOut());

export const permissionsAtom = atom(
  (get): ReadonlySet<Permission> => new Set(get(storedSessionAtom)?.permissions),
);

/** A function that returns whether the session meets a requirement. */
export const hasPermissionAtom = atom((get) => {
  const held = get(permissionsAtom);
  return (requirement: Requirement) => isPermitted(requirement, held);
});
