// The sign-in service of the e-mail address, found while it is typed.
import { useEffect, useState } from "react";
import type { SignOnOffer } from "../../domain/account/single-sign-on.ts";
import { t } from "../../state/shell/locale.ts";
import { PlainButton } from "../../ui/plain-button.tsx";
import css from "./login.module.css";

/** The request code loads when an address is there, so that the form renders sooner. */
const asking = () => import("../../state/account/sign-on.ts");

/** How long the address stays as it is before the service is asked for. */
const PAUSE_MS = 500;

/** The service of an e-mail address or a domain; null for none. */
export function useService(address: string): SignOnOffer | null {
  const [, domain = ""] = /@?([^@\s]+\.[^@\s.]{2,})$/.exec(address.trim().toLowerCase()) ?? [];
  const [offer, setOffer] = useState<SignOnOffer | null>(null);
  useEffect(() => {
    if (domain === "") return;
    let isWanted = true;
    const timer = setTimeout(() => {
      asking()
        .then((ask) => ask.lookUpService(domain))
        .then((found) => isWanted && setOffer(found))
        // Without an answer the password is asked for.
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [domain]);
  return offer?.domain === domain ? offer : null;
}

export function ServiceWay({
  offer,
  email,
  dest,
  onFault,
}: {
  offer: SignOnOffer;
  email: string;
  dest: string | null;
  onFault: (words: string) => void;
}) {
  const [isPending, setPending] = useState(false);
  const go = async () => {
    setPending(true);
    try {
      const ask = await asking();
      await ask.goToService(offer, email, dest);
    } catch (cause) {
      const words = await import("../../state/account/sign-in.ts").catch(() => null);
      onFault(words ? words.signInWords(cause) : t("error:DISCONNECT"));
      setPending(false);
    }
  };
  const service = offer.name;
  return (
    <div className={css.service}>
      {offer.is_forced ? <p>{t("sign-in:service.only", { service })}</p> : null}
      <PlainButton
        type="button"
        kind={offer.is_forced ? "primary" : "secondary"}
        isPending={isPending}
        onClick={() => void go()}
      >
        {t(isPending ? "sign-in:service.opening" : "sign-in:service.submit", { service })}
      </PlainButton>
      {offer.is_forced ? null : <p className={css.or}>{t("sign-in:service.or")}</p>}
    </div>
  );
}
