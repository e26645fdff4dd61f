// Says above the list that observations of this plant are not in it yet, and opens those.
import { useAtomValue, useSetAtom } from "jotai";
import { outboxOpenAtom, waitingHereAtom } from "../../state/observation/waiting.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import css from "./observation.module.css";

export function WaitingBar() {
  const count = useAtomValue(waitingHereAtom).length;
  const setOpen = useSetAtom(outboxOpenAtom);
  if (count === 0) return null;
  return (
    <Notice tone="info">
      <span className={css.waitingBar}>
        {t("observation:waiting", { count })}
        <Button size="sm" onPress={() => setOpen(true)}>
          {t("observation:show_waiting")}
        </Button>
      </span>
    </Notice>
  );
}
