// How long state lives. An object stands for the lifetime of a plant or a session, and state is kept by that
// object. When it ends, another object replaces it and the old state is garbage collected, so there is no list
// of atoms to reset (src/decisions/state.md).
import { atom, type Atom, type PrimitiveAtom, type SetStateAction } from "jotai";
import { onSession, session } from "../../client/session.ts";

/** One opened plant, or one session. `signal` aborts when it ends. */
export type Lifetime = { readonly signal: AbortSignal };

type Started = { readonly lifetime: Lifetime; readonly end: () => void };

function start(): Started {
  const controller = new AbortController();
  return { lifetime: { signal: controller.signal }, end: () => controller.abort() };
}

let signedIn = { token: session()?.token, ...start() };

/**
 * The lifetime of the session: it ends with the sign-out. Acting for another customer is another session
 * too, so what belongs to a customer ends with it.
 */
export function sessionLifetime(): Lifetime {
  const token = session()?.token;
  if (token !== signedIn.token) {
    const ended = signedIn;
    signedIn = { token, ...start() };
    ended.end();
  }
  return signedIn.lifetime;
}

// The lifetime ends together with the session, even if no atom is read.
onSession(sessionLifetime);

let opened = { within: signedIn.lifetime, ...start() };

/** The lifetime of the plant on the map: from opening it until it is closed or the session ends. */
export function plantLifetime(): Lifetime {
  const within = sessionLifetime();
  if (opened.within !== within) renewPlant();
  return opened.lifetime;
}

function renewPlant(): void {
  const ended = opened;
  opened = { within: sessionLifetime(), ...start() };
  ended.end();
}

onSession(plantLifetime);

const tokenAtom = atom(session()?.token);
tokenAtom.onMount = (set) => {
  set(session()?.token);
  return onSession((next) => set(next?.token));
};
const plantsEndedAtom = atom(0);

/** sessionLifetime as an atom. While it is watched, `perSession` atoms change with the session. */
export const sessionLifetimeAtom = atom((get) => {
  get(tokenAtom);
  return sessionLifetime();
});
/** plantLifetime as an atom, for data that is fetched again for each plant. */
export const plantLifetimeAtom = atom((get) => {
  get(sessionLifetimeAtom);
  get(plantsEndedAtom);
  return plantLifetime();
});

/** Ends the lifetime of the plant on the map; the next one starts empty. */
export const endPlant = atom(null, (_get, set) => {
  renewPlant();
  set(plantsEndedAtom, (count) => count + 1);
});

function perLifetime(lifetimeAtom: Atom<Lifetime>) {
  return <Value>(initial: Value): PrimitiveAtom<Value> => {
    const values = new WeakMap<Lifetime, PrimitiveAtom<Value>>();
    const atomOf = (lifetime: Lifetime): PrimitiveAtom<Value> => {
      const known = values.get(lifetime);
      if (known) return known;
      // jotai would take a function for one that computes the value.
      const made = atom(initial as unknown) as unknown as PrimitiveAtom<Value>;
      values.set(lifetime, made);
      return made;
    };
    return atom(
      (get) => get(atomOf(get(lifetimeAtom))),
      (get, set, update: SetStateAction<Value>) => set(atomOf(get(lifetimeAtom)), update),
    ) as PrimitiveAtom<Value>;
  };
}

/** A primitive atom whose value belongs to the plant on the map; `initial` is no function. */
export const perPlant = perLifetime(plantLifetimeAtom);

/** A primitive atom whose value belongs to the session and the customer it acts for. */
export const perSession = perLifetime(sessionLifetimeAtom);

function heldBy(now: () => Lifetime) {
  return <Value extends object>(make: (lifetime: Lifetime) => Value): (() => Value) => {
    const values = new WeakMap<Lifetime, Value>();
    return () => {
      const lifetime = now();
      const known = values.get(lifetime);
      if (known) return known;
      const made = make(lifetime);
      values.set(lifetime, made);
      return made;
    };
  };
}

/**
 * Keeps an object outside the atoms (typed arrays, a worker) for the plant on the map. The returned function
 * gives the present one; asynchronous code calls it once, before its first `await`.
 */
export const perPlantValue = heldBy(plantLifetime);

/** The same for the session. */
export const heldBySession = heldBy(sessionLifetime);

let lastVersion = 0;

/** A version number that was never returned before, not even for another plant. */
export function nextVersion(): number {
  lastVersion += 1;
  return lastVersion;
}
