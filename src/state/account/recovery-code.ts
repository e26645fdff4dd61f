// The recovery codes of the user's authenticator app.
import { atom } from "jotai";
import { profileApi } from "../../api/account/profile.ts";
import { call } from "../../client/call.ts";
import type { RecoveryCodes } from "../../domain/account/recovery-code.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";

const key = ["recovery-codes"];

/** How many are left. */
export const recoveryCodesAtom = queryOf((): ServerQuery<RecoveryCodes> => ({
  key,
  ask: (options) => call(profileApi.recoveryCodes, {}, options),
}));

/** Makes new ones, which are shown once; the former ones end. Rejects with the refusal. */
export const createRecoveryCodes = atom(
  null,
  async (_get, _set, password: string, security_code: string): Promise<readonly string[]> => {
    const { codes } = await call(profileApi.createRecoveryCodes, {
      body: { password, security_code },
    });
    await reload(key);
    return codes;
  },
);
