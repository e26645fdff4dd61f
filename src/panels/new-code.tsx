// Sends another security code by e-mail, after a pause: the one that was sent can be used up, too old, or lost.
import { useEffect, useState } from "react";
import { limits } from "../domain/limits.ts";
import { t } from "../state/shell/locale.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

type NewCodeProps = {
  /** Asks the server for a code. Rejects with the refusal. */
  onAsk: () => Promise<unknown>;
  /** Shows why none was sent; null while it is asked again. */
  onFault: (cause: unknown) => void;
};

/** Shown once a first code was sent. */
export function NewCode({ onAsk, onFault }: NewCodeProps) {
  const [sentAt, setSentAt] = useState(Date.now);
  const [state, setState] = useState<"idle" | "pending" | "sent">("idle");
  const seconds = useSecondsUntil(sentAt + limits.codeResendPauseMs);
  const ask = async () => {
    setState("pending");
    onFault(null);
    try {
      await onAsk();
      setSentAt(Date.now());
      setState("sent");
    } catch (cause) {
      onFault(cause);
      setState("idle");
    }
  };
  return (
    <>
      {state === "sent" ? <Notice tone="good">{t("sign-in:mail.sent")}</Notice> : null}
      <div>
        <Button
          size="sm"
          isPending={state === "pending"}
          isDisabled={seconds > 0}
          onPress={() => void ask()}
        >
          {seconds > 0 ? t("sign-in:mail.resend_in", { count: seconds }) : t("sign-in:mail.resend")}
        </Button>
      </div>
    </>
  );
}

/** Counts down the seconds until a time in milliseconds since the epoch; 0 afterwards. */
export function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= at) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [at]);
  // `now` is stale between counts, so the result is capped at the pause.
  return Math.min(limits.codeResendPauseMs / 1000, Math.max(0, Math.ceil((at - now) / 1000)));
}
