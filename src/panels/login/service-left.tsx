// After a sign-out: the service that the user signed in with may still know them.
import { useEffect, useState } from "react";
import { t } from "../../state/shell/locale.ts";
import { PlainButton } from "../../ui/plain-button.tsx";
import css from "./login.module.css";

type ServiceEnd = { readonly name: string; readonly url: string };

export function ServiceLeft() {
  const [service, setService] = useState<ServiceEnd | null>(null);
  useEffect(() => {
    import("../../state/account/sign-on.ts")
      .then((ask) => setService(ask.openService()))
      .catch(() => undefined);
  }, []);
  if (service === null) return null;
  const leave = async () => {
    const ask = await import("../../state/account/sign-on.ts");
    ask.forgetService();
    location.assign(service.url);
  };
  return (
    <div className={css.service}>
      <p className={css.or}>{t("sign-in:service.goes_on", { service: service.name })}</p>
      <PlainButton type="button" kind="secondary" onClick={() => void leave()}>
        {t("sign-in:service.sign_out", { service: service.name })}
      </PlainButton>
    </div>
  );
}
