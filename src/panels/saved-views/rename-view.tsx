// Asks for another name of a saved view.
import { useState } from "react";
import { useSetAtom } from "jotai";
import type { SavedView } from "../../domain/plant/saved-view.ts";
import { changeView } from "../../state/plant/saved-view.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { TextField } from "../../ui/form/field.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { TypedDialog } from "../typed-dialog.tsx";

const FORM = "rename-view";

export function RenameView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const change = useSetAtom(changeView);
  const [name, setName] = useState(view.name);
  const [error, setError] = useState<string | null>(null);
  const submit = async () => {
    if (name.trim() === "") return setError(t("saved-view:enter"));
    try {
      await change(view, { name });
      onClose();
    } catch (cause) {
      const { details, title } = faultWords(cause);
      setError(details[0] ?? title);
    }
  };
  return (
    <TypedDialog
      size="sm"
      title={t("saved-view:rename")}
      typed={name}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions onClose={onClose} kind="primary" type="submit" form={FORM}>
          {t("saved-view:rename")}
        </DialogActions>
      }
    >
      <form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={t("saved-view:name")}
          value={name}
          onChange={setName}
          error={error}
          maxLength={100}
          autoFocus
        />
      </form>
    </TypedDialog>
  );
}
