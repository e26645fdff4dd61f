// Who is signed in and what they may do.
import { atom } from "jotai";
import { onSession, session } from "../../client/session.ts";
import { isPermitted, type Permission, type Requirement } from "../../domain/account/permission.ts";
import { sessionLifetimeAtom } from "../shell/lifetime.ts";

const storedSessionAtom = atom(session());
storedSessionAtom.onMount = (set) => {
  set(session());
  return onSession(set);
};

/** The session, or null when signed out. */
export const sessionAtom = atom((get) => {
  // Whoever reads the session keeps watch over how long its state lives.
  get(sessionLifetimeAtom);
  return get(storedSessionAtom);
});
export const isSignedInAtom = atom((get) => get(sessionAtom) !== null);

export const permissionsAtom = atom(
  (get): ReadonlySet<Permission> => new Set(get(storedSessionAtom)?.permissions),
);

/** Answers whether a requirement is met by the session. */
export const hasPermissionAtom = atom((get) => {
  const held = get(permissionsAtom);
  return (requirement: Requirement) => isPermitted(requirement, held);
});
