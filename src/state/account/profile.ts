// The own profile: names, preferences, the way to sign in, sessions.
import { atom } from "jotai";
import { profileApi } from "../../api/profile.ts";
import { registrationApi } from "../../api/registration.ts";
import { call } from "../../client/call.ts";
import type { OpenSession } from "../../domain/account/profile.ts";
import type { TotpSecret } from "../../domain/account/registration.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { chooseLocale, t, type Locale } from "../shell/locale.ts";
import { meAtom } from "./session.ts";
import { showDone, showFault } from "../shell/toast.ts";
import { perSession } from "../shell/lifetime.ts";

export type OwnNames = { readonly first_name: string; readonly last_name: string };

/** Saves the own names. Rejects with the refusal, which has been shown. */
export const saveOwnNames = atom(null, async (get, set, names: OwnNames) => {
  const me = valueOf(get(meAtom));
  if (!me) return;
  try {
    await call(profileApi.changeUserNames, { params: { id: me.id }, body: names });
  } catch (cause) {
    showFault(cause);
    throw cause;
  }
  set(meAtom, ready({ ...me, ...names }));
  showDone(t("profile:names_saved"));
});

/** Stores the language of mails and page, and reloads the page in it. */
export const saveLocale = atom(null, async (_get, set, locale: Locale) => {
  try {
    set(meAtom, ready(await call(profileApi.storePreferences, { body: { locale } })));
    chooseLocale(locale);
  } catch (cause) {
    showFault(cause);
  }
});

/** Shown at once, taken back where it is refused. */
export const saveShowAll = atom(null, async (get, set, show_all_key_figures: boolean) => {
  const before = valueOf(get(meAtom));
  if (!before) return;
  set(meAtom, ready({ ...before, show_all_key_figures }));
  try {
    const body = { show_all_key_figures };
    set(meAtom, ready(await call(profileApi.storePreferences, { body })));
    showDone(t(show_all_key_figures ? "profile:shows_all" : "profile:shows_enabled"));
  } catch (cause) {
    set(meAtom, ready(before));
    showFault(cause);
  }
});

export type Method = 0 | 1;

/** A change of the second factor that has begun. */
export type MethodChange = {
  readonly key: string;
  readonly from: Method;
  readonly to: Method;
  /** Of the new app; null where codes will come by mail. */
  readonly secret: TotpSecret | null;
};

/** Begins with the password. Rejects with the refusal. */
export async function prepareMethodChange(to: Method, password: string): Promise<MethodChange> {
  const body = { auth_method: to, password };
  const begun = await call(profileApi.prepareChangeAuthMethod, { body });
  const key = begun.confirmation_key;
  const secret = to === 1 ? await call(registrationApi.readTotpSecret, { params: { key } }) : null;
  return { key, from: begun.auth_method, to, secret };
}

/** Ends with a code of the former and of the new way. Rejects with the refusal. */
export const endMethodChange = atom(
  null,
  async (get, set, { key, to }: MethodChange, former: string, fresh: string) => {
    const body = { auth_method: to, security_code: former, new_security_code: fresh };
    await call(profileApi.changeAuthMethod, { params: { key }, body });
    const me = valueOf(get(meAtom));
    if (me) set(meAtom, ready({ ...me, auth_method: to }));
    showDone(t(to === 1 ? "profile:method.now_app" : "profile:method.now_mail"));
    await set(loadSessions);
  },
);

/** The user's open sessions. */
export const sessionsAtom = perSession<Loaded<readonly OpenSession[]>>(idle);

export const loadSessions = atom(null, async (get, set) => {
  if (get(sessionsAtom).state !== "ready") set(sessionsAtom, loading);
  try {
    set(sessionsAtom, ready(await call(profileApi.listSessions)));
  } catch (cause) {
    set(sessionsAtom, failed(cause));
  }
});

/** Signs the user out everywhere but here. */
export const endOtherSessions = atom(null, async (_get, set) => {
  try {
    const { ended } = await call(profileApi.endOtherSessions);
    showDone(t("profile:sessions.ended", { count: ended }));
  } catch (cause) {
    showFault(cause);
  }
  await set(loadSessions);
});
