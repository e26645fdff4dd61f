// The secret for an authenticator app: as a QR code, and as text to type or copy.
import { useState } from "react";
import { Check, Copy } from "lucide-react";
import { QrCode } from "./qr-code.tsx";
import css from "./totp-secret.module.css";

export function TotpSecret({
  uri,
  secret,
  words,
}: {
  uri: string;
  /** Base32; shown in groups of four. */
  secret: string;
  words: {
    readonly scan: string;
    readonly type: string;
    readonly copy: string;
    readonly copied: string;
  };
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      // If the clipboard is not permitted, the user can still select the text.
      () => setCopied(false),
    );
  const Icon = isCopied ? Check : Copy;
  return (
    <div className={css.setup}>
      <QrCode text={uri} label={words.scan} />
      <p className={css.lead}>{words.type}</p>
      <div className={css.secret}>
        <code>{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        <button type="button" className={css.copy} onClick={copy}>
          <Icon size={14} aria-hidden="true" />
          <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
        </button>
      </div>
    </div>
  );
}
