// Adds a passkey: a security code first, then the device of the user.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { addPasskey } from "../../state/account/passkey.ts";
import { t } from "../../state/shell/locale.ts";
import { Notice } from "../../ui/notice.tsx";
import { NamedWithCode } from "./named-with-code.tsx";

export function AddPasskey({ onClose }: { onClose: () => void }) {
  const add = useSetAtom(addPasskey);
  const [isDeclined, setDeclined] = useState(false);
  return (
    <NamedWithCode
      title={t("profile:passkeys.add")}
      lead={t("profile:passkeys.lead")}
      action={t("profile:passkeys.make")}
      nameLabel={t("profile:passkeys.name")}
      nameHint={t("profile:passkeys.name_hint")}
      notice={isDeclined ? <Notice tone="watch">{t("profile:passkeys.declined")}</Notice> : null}
      onMake={async (name, security_code) => {
        setDeclined(false);
        if (await add(name, security_code)) onClose();
        else setDeclined(true);
      }}
      onClose={onClose}
    />
  );
}
