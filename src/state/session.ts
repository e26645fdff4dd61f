// Who is signed in and what they may do; signing in and out.
import { atom } from "jotai";
import { api } from "../api/index.ts";
import { call } from "../client/call.ts";
import { keepSession, onSession, session } from "../client/session.ts";
import { isPermitted, type Permission, type Requirement } from "../domain/permission.ts";
import type { Me, SessionAnswer } from "../domain/session.ts";
import { failed, idle, loading, ready, type Loaded } from "./loaded.ts";

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

export const meAtom = atom<Loaded<Me>>(idle);

/** Fetches the signed-in user. */
export const loadMe = atom(null, async (_get, set) => {
  set(meAtom, loading);
  try {
    set(meAtom, ready(await call(api.session.me)));
  } catch (cause) {
    set(meAtom, failed(cause));
  }
});

/** First factor; answers how the second arrives and its key. Rejects with the refusal. */
export function login(email: string, password: string) {
  const bytes = new TextEncoder().encode(`${email}:${password}`);
  const credentials = btoa(String.fromCharCode(...bytes));
  return call(api.session.login, {}, { headers: { authorization: `Basic ${credentials}` } });
}

/** Second factor; the session is kept and answered. Rejects with the refusal. */
export async function confirmLogin(
  method: "mail" | "totp",
  key: string,
  security_code: string,
): Promise<SessionAnswer> {
  const endpoint = method === "mail" ? api.session.confirmEmailLogin : api.session.confirmTotpLogin;
  const answer = await call(endpoint, { params: { key }, body: { security_code } });
  keepSession(answer);
  return answer;
}

/** Sends the e-mailed code again. */
export async function resendCode(key: string): Promise<void> {
  await call(api.session.confirmEmailLoginResend, { params: { key } });
}

/** Ends the session here at once and on the server as soon as it hears of it. */
export async function logout(): Promise<void> {
  await call(api.session.logout).catch(() => undefined);
  keepSession(null);
}
