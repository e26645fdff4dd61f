// A stable ID to copy, as other systems and people on the phone name a thing.
import { Copy } from "lucide-react";
import { copyText } from "../state/shell/clipboard.ts";
import { t } from "../state/shell/locale.ts";
import { IconButton } from "../ui/button.tsx";
import css from "./copy-id.module.css";

/** @param shown what is written beside the button; absent where the ID is written elsewhere */
export function CopyId({ id, shown }: { id: string; shown?: string }) {
  return (
    <span className={css.id}>
      {shown === undefined ? null : <span>{shown}</span>}
      <IconButton
        size="sm"
        label={t("work-order:copy_id", { id })}
        onPress={() => void copyText(id, t("work-order:id_copied", { id }))}
      >
        <Copy size={12} aria-hidden="true" />
      </IconButton>
    </span>
  );
}
