// Who is signed in and what they may do.
import { atom } from "jotai";
import { onSession, session } from "../../client/session.ts";
import { isPermitted, type Permission, type Requirement } from "../../domain/account/permission.ts";
import type { Me } from "../../domain/account/session.ts";
import { idle, type Loaded } from "../shell/loaded.ts";

const keptAtom = atom(session());
keptAtom.onMount = (set) => {
  set(session());
  return onSession(set);
};

/** The session, or null when signed out. */
export const sessionAtom = atom((get) => get(keptAtom));
export const isSignedInAtom = atom((get) => get(keptAtom) !== null);

export const permissionsAtom = atom(
  (get): ReadonlySet<Permission> => new Set(get(keptAtom)?.permissions),
);

/** Answers whether a requirement is met by the session. */
export const mayAtom = atom((get) => {
  const held = get(permissionsAtom);
  return (requirement: Requirement) => isPermitted(requirement, held);
});

const keptMeAtom = atom<{ readonly token: string | undefined; readonly me: Loaded<Me> }>({
  token: undefined,
  me: idle,
});

/** The signed-in user, once fetched; whoever signs in next is another. */
export const meAtom = atom(
  (get): Loaded<Me> => {
    const { token, me } = get(keptMeAtom);
    return token !== undefined && token === get(keptAtom)?.token ? me : idle;
  },
  (get, set, me: Loaded<Me>) => set(keptMeAtom, { token: get(keptAtom)?.token, me }),
);
