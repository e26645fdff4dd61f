// Shows the messages of state/shell/toast.ts. A dialog shows all reasons of an error that do not fit a toast.
import { useEffect, useState } from "react";
import { useAtomValue } from "jotai";
import { toast as show, Toaster } from "sonner";
import { t } from "../../state/shell/locale.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { isDarkAtom } from "../../state/shell/theme.ts";
import { onToast, type Toast } from "../../state/shell/toast.ts";
import { ModalAlert } from "../../ui/modal-alert.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import css from "./toasts.module.css";

const shows = { good: show.success, info: show.info, danger: show.error };
const MAX_DETAILS = 3;
/** Below the header of a phone: its panels and their bar are at the bottom, and the thumb is there. */
const belowHeader = { top: "calc(var(--header) + var(--space-2))" };

export function Toasts() {
  const isDark = useAtomValue(isDarkAtom);
  const isSmall = useAtomValue(isSmallScreenAtom);
  const [opened, open] = useState<Toast | null>(null);
  useEffect(() => onToast((toast) => say(toast, open)), []);
  return (
    <>
      <Toaster
        position={isSmall ? "top-center" : "bottom-center"}
        offset={isSmall ? belowHeader : undefined}
        mobileOffset={isSmall ? belowHeader : undefined}
        theme={isDark ? "dark" : "light"}
        containerAriaLabel={t("shell:messages")}
        toastOptions={{
          closeButton: true,
          closeButtonAriaLabel: t("shell:close"),
          classNames: {
            toast: css.toast ?? "",
            description: css.details ?? "",
            closeButton: css.close ?? "",
          },
        }}
        richColors
      />
      {opened ? (
        <ModalAlert
          title={opened.message}
          details={opened.details ?? []}
          onClose={() => open(null)}
          actions={
            <PlainButton type="button" onClick={() => open(null)}>
              {t("shell:close")}
            </PlainButton>
          }
        />
      ) : null}
    </>
  );
}

function say(toast: Toast, open: (toast: Toast) => void): void {
  const { tone, message, details = [], durationMs } = toast;
  const more =
    details.length > MAX_DETAILS
      ? { label: t("shell:show_details"), run: () => open(toast) }
      : undefined;
  const action = toast.action ?? more;
  shows[tone](message, {
    duration: durationMs ?? Number.POSITIVE_INFINITY,
    description: details.length > 0 ? details.slice(0, MAX_DETAILS).join("\n") : undefined,
    action: action ? { label: action.label, onClick: action.run } : undefined,
  });
}
