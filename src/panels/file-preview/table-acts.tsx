// Imports a table that was shown, or takes another one.
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import type { ReadTable } from "./table-preview.tsx";
import css from "./file-preview.module.css";

type ActsProps = {
  readonly read: ReadTable | null;
  readonly isPending: boolean;
  /** The button that imports; "Import" without one. */
  readonly label?: string;
  readonly onOther: () => void;
  readonly onImport: (read: ReadTable) => void;
};

export function TableActs({ read, isPending, label, onOther, onImport }: ActsProps) {
  const canImport =
    read !== null && read.preview.faults.length === 0 && read.preview.result_count > 0;
  return (
    <div className={css.actions}>
      <Button onPress={onOther}>{t("file-preview:drop.other")}</Button>
      <Button
        kind="primary"
        isDisabled={!canImport}
        isPending={isPending}
        onPress={() => read && onImport(read)}
      >
        {label ?? t("file-preview:send")}
      </Button>
    </div>
  );
}
