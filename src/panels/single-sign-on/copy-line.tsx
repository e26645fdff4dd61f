// A text to copy, with what it is for.
import { Copy } from "lucide-react";
import { copyText } from "../../state/shell/clipboard.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import css from "./single-sign-on.module.css";

export function CopyLine({ label, hint, text }: { label: string; hint: string; text: string }) {
  return (
    <div className={css.copy}>
      <span className={css.label}>{label}</span>
      <div className={css.copyLine}>
        <code className={css.copied} title={text}>
          {text}
        </code>
        <Button
          size="sm"
          icon={<Copy size={14} aria-hidden="true" />}
          aria-label={t("single-sign-on:copy_of", { name: label })}
          onPress={() => void copyText(text, t("single-sign-on:copied"))}
        >
          {t("single-sign-on:copy")}
        </Button>
      </div>
      <p className={css.hint}>{hint}</p>
    </div>
  );
}
