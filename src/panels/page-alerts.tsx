// The two alert areas of a page, from state/settings/settings.ts. Cleared when the page unmounts.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { pageAlertsAtom, showPageAlert, type AlertArea } from "../state/settings/settings.ts";
import { t } from "../state/shell/locale.ts";
import { Button } from "../ui/button.tsx";
import type { PageAlert, PageHeadProps } from "../ui/page.tsx";

/** Props for `Page`, to show the alerts of `showPageAlert`. */
export function usePageAlerts(): Pick<PageHeadProps, "fault" | "note" | "closeLabel"> {
  const alerts = useAtomValue(pageAlertsAtom);
  const show = useSetAtom(showPageAlert);
  useEffect(
    () => () => {
      show("fault", null);
      show("note", null);
    },
    [show],
  );
  const area = (name: AlertArea): PageAlert | null => {
    const alert = alerts[name];
    if (!alert) return null;
    const { title, text, action } = alert;
    return {
      title,
      text,
      action: action ? (
        <Button size="sm" onPress={action.run}>
          {action.label}
        </Button>
      ) : null,
      onDismiss: () => show(name, null),
    };
  };
  return { fault: area("fault"), note: area("note"), closeLabel: t("shell:close") };
}
