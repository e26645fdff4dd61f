// The way to the observations that were deleted and can be put back.
import { useAtomValue, useSetAtom } from "jotai";
import { ArchiveRestore } from "lucide-react";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { openView } from "../../state/observation/open.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";

export function DeletedButton() {
  const open = useSetAtom(openView);
  const mayRestore = useAtomValue(askAtom)("observation.restore") === null;
  const isOffline = useAtomValue(offlineAtom) !== null;
  if (!mayRestore) return null;
  return (
    <IconButton
      size="sm"
      label={t("observation:deleted.title")}
      reason={isOffline ? t("offline:needs_network") : null}
      onPress={() => open({ view: "deleted" })}
    >
      <ArchiveRestore size={15} aria-hidden="true" />
    </IconButton>
  );
}
