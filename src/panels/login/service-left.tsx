// After a sign-out: the service that the user signed in with may still know them.
import { useState } from "react";
import { forgetService, openService } from "../../state/account/service-end.ts";
import { t } from "../../state/shell/locale.ts";
import { PlainButton } from "../../ui/plain-button.tsx";
import css from "./login.module.css";

export function ServiceLeft() {
  const [service] = useState(openService);
  if (service === null) return null;
  const leave = () => {
    forgetService();
    location.assign(service.url);
  };
  return (
    <div className={css.service}>
      <p className={css.or}>{t("sign-in:service.goes_on", { service: service.name })}</p>
      <PlainButton type="button" kind="secondary" onClick={leave}>
        {t("sign-in:service.sign_out", { service: service.name })}
      </PlainButton>
    </div>
  );
}
