// The signed-in user's profile: names, preferences, sign-in method, sessions.
import { atom } from "jotai";
import { profileApi } from "../../api/account/profile.ts";
import { registrationApi } from "../../api/account/registration.ts";
import { call } from "../../client/call.ts";
import type { Me } from "../../domain/account/session.ts";
import type { OpenSession } from "../../domain/account/profile.ts";
import type { TotpSecret } from "../../domain/account/registration.ts";
import { valueOf } from "../shell/loaded.ts";
import { change } from "../shell/mutation.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { chooseLocale, t, type Locale } from "../shell/locale.ts";
import { meAtom, meKey, updateMe } from "./me.ts";
import { showDone, showFault } from "../shell/toast.ts";

export type OwnNames = { readonly first_name: string; readonly last_name: string };

/** Saves the own names. Rejects with the refusal, which has been shown. */
export const saveOwnNames = atom(null, async (get, _set, names: OwnNames) => {
  const me = valueOf(get(meAtom));
  if (!me) return;
  try {
    await call(profileApi.changeUserNames, { params: { id: me.id }, body: names });
  } catch (cause) {
    showFault(cause);
    throw cause;
  }
  updateMe((known) => ({ ...known, ...names }));
  showDone(t("profile:names_saved"));
});

/** Stores the language of e-mails and page, and reloads the page in it. */
export const saveLocale = atom(null, async (_get, _set, locale: Locale) => {
  try {
    const me = await call(profileApi.storePreferences, { body: { locale } });
    updateMe(() => me);
    chooseLocale(locale, me.id);
  } catch (cause) {
    showFault(cause);
  }
});

/** Shown at once, rolled back where it is refused. */
export const saveShowAll = atom(null, async (_get, _set, show_all_key_figures: boolean) => {
  const body = { show_all_key_figures };
  try {
    await change<Me, Me>({
      key: meKey,
      preview: (me) => ({ ...me, show_all_key_figures }),
      undo: (me) => ({ ...me, show_all_key_figures: !show_all_key_figures }),
      send: () => call(profileApi.storePreferences, { body }),
      keep: (_known, me) => me,
    });
    showDone(t(show_all_key_figures ? "profile:shows_all" : "profile:shows_enabled"));
  } catch (cause) {
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
  async (_get, _set, { key, to }: MethodChange, former: string, fresh: string) => {
    const body = { auth_method: to, security_code: former, new_security_code: fresh };
    await call(profileApi.changeAuthMethod, { params: { key }, body });
    updateMe((me) => ({ ...me, auth_method: to }));
    showDone(t(to === 1 ? "profile:method.now_app" : "profile:method.now_mail"));
    await reloadSessions();
  },
);

const sessionsKey = ["sessions"];

/** The user's open sessions. */
export const sessionsAtom = queryOf((): ServerQuery<readonly OpenSession[]> => ({
  key: sessionsKey,
  ask: (options) => call(profileApi.listSessions, {}, options),
}));

/** Fetches them again. */
export function reloadSessions(): Promise<void> {
  return reload(sessionsKey);
}

/** Signs the user out everywhere but here. Rejects with the refusal. */
export const endOtherSessions = atom(null, async (_get, _set, password: string) => {
  try {
    const { ended } = await call(profileApi.endOtherSessions, { body: { password } });
    showDone(t("profile:sessions.ended", { count: ended }));
  } finally {
    await reloadSessions();
  }
});
