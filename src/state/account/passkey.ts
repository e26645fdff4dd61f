// The user's passkeys.
import { atom } from "jotai";
import { passkeyApi } from "../../api/account/passkey.ts";
import { call } from "../../client/call.ts";
import { isPasskeyPage, type Passkey } from "../../domain/account/passkey.ts";
import { failure } from "../../domain/error.ts";
import { showDone, showFault } from "../shell/toast.ts";
import { t } from "../shell/locale.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";

const key = ["passkeys"];

export const passkeysAtom = queryOf((): ServerQuery<readonly Passkey[]> => ({
  key,
  ask: (options) => call(passkeyApi.list, {}, options),
}));

/** Whether this browser makes passkeys for the address of this page. */
export function canMakePasskey(): boolean {
  return typeof PublicKeyCredential === "function" && isPasskeyPage(location.hostname);
}

/** Makes a passkey on a device of the user. Rejects with the refusal; nothing happens if the user declines. */
export const addPasskey = atom(
  null,
  async (_get, _set, name: string, security_code: string): Promise<boolean> => {
    const { options } = await call(passkeyApi.begin, { body: { security_code } });
    const device = await import("../../client/passkey-device.ts");
    try {
      const credential = await device.makePasskey(options);
      await call(passkeyApi.add, { body: { name, credential } });
    } catch (cause) {
      if (device.isDeclined(cause)) return false;
      if (device.isKnownDevice(cause)) {
        throw failure("CONFLICT", { reason: "passkey_known_device" });
      }
      throw cause;
    }
    showDone(t("profile:passkeys.added", { name }));
    await reload(key);
    return true;
  },
);

export const renamePasskey = atom(null, async (_get, _set, id: number, name: string) => {
  await call(passkeyApi.rename, { params: { id }, body: { name } });
  await reload(key);
});

export const removePasskey = atom(null, async (_get, _set, { id, name }: Passkey) => {
  try {
    await call(passkeyApi.remove, { params: { id } });
    showDone(t("profile:passkeys.removed", { name }));
  } catch (cause) {
    showFault(cause);
  } finally {
    await reload(key);
  }
});
