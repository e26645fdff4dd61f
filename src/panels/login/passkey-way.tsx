// The button that signs in with a passkey, where the browser has them.
import { useState } from "react";
import { useLocation } from "wouter";
import { safeDestination } from "../../domain/account/destination.ts";
import { t } from "../../state/shell/locale.ts";
import { PlainButton } from "../../ui/plain-button.tsx";

/** Browsers make passkeys for pages with a name, and not for addresses of digits. */
const hasPasskeys =
  typeof PublicKeyCredential === "function" && !/^[\d.]+$|^\[/.test(location.hostname);

export function PasskeyWay({
  dest,
  onFault,
}: {
  dest: string | null;
  onFault: (words: string | null) => void;
}) {
  const [, navigate] = useLocation();
  const [isPending, setPending] = useState(false);
  if (!hasPasskeys) return null;
  const signIn = async () => {
    setPending(true);
    onFault(null);
    const ask = await import("../../state/account/passkey-sign-in.ts").catch(() => null);
    try {
      if (!ask) throw new Error("offline");
      await ask.signInWithPasskey();
      navigate(safeDestination(dest, location.origin), { replace: true });
    } catch (cause) {
      onFault(ask ? ask.passkeyWords(cause) : t("error:DISCONNECT"));
      setPending(false);
    }
  };
  return (
    <PlainButton type="button" kind="secondary" isPending={isPending} onClick={() => void signIn()}>
      {t(isPending ? "sign-in:signing_in" : "sign-in:passkey.submit")}
    </PlainButton>
  );
}
