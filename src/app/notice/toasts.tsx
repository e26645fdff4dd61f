// Shows the messages of state/shell/toast.ts.
import { useEffect } from "react";
import { useAtomValue } from "jotai";
import { toast as show, Toaster } from "sonner";
import { t } from "../../state/shell/locale.ts";
import { isDarkAtom } from "../../state/shell/theme.ts";
import { onToast, type Toast } from "../../state/shell/toast.ts";

const shows = { good: show.success, info: show.info, danger: show.error };

export function Toasts() {
  const isDark = useAtomValue(isDarkAtom);
  useEffect(() => onToast(say), []);
  return (
    <Toaster
      position="bottom-center"
      theme={isDark ? "dark" : "light"}
      containerAriaLabel={t("shell:messages")}
      toastOptions={{ closeButton: true, closeButtonAriaLabel: t("shell:close") }}
      richColors
    />
  );
}

function say({ tone, message, detail, action, stays }: Toast): void {
  shows[tone](message, {
    duration: stays ?? Number.POSITIVE_INFINITY,
    description: detail,
    action: action ? { label: action.label, onClick: action.run } : undefined,
  });
}
