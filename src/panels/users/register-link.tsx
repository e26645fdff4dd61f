// The registration link of an invited user, to copy and send by other means than mail.
import { Copy } from "lucide-react";
import { copyText } from "../../state/shell/clipboard.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import css from "./users.module.css";

export function RegisterLinkBox({ url }: { url: string }) {
  return (
    <div className={css.link}>
      <TextField
        label={t("user:link.label")}
        hint={t("user:link.hint")}
        value={url}
        isReadOnly
        onFocus={(event) => event.target instanceof HTMLInputElement && event.target.select()}
      />
      <Button
        icon={<Copy size={14} aria-hidden="true" />}
        onPress={() => void copyText(url, t("user:link.copied"))}
      >
        {t("user:link.copy")}
      </Button>
    </div>
  );
}
