// The editable fields of a documentation file.
import { t } from "../../state/shell/locale.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import type { DocumentForm } from "../../domain/provider/document.ts";
import type { RecordDraft } from "../record/record-draft.ts";
import css from "./documents.module.css";

export function DocumentFields({
  form,
  canProtect,
}: {
  form: Pick<RecordDraft<DocumentForm>, "bind" | "tick">;
  canProtect: boolean;
}) {
  return (
    <div className={css.fields}>
      <TextField
        label={t("document:field.title")}
        {...form.bind("title")}
        maxLength={200}
        isRequired
      />
      <TextField
        label={t("document:field.file_name")}
        {...form.bind("file_name")}
        maxLength={200}
        isRequired
      />
      <TextField
        label={t("document:field.description")}
        {...form.bind("description")}
        lines={4}
        maxLength={5000}
      />
      {canProtect ? (
        <div className={css.flag}>
          <Checkbox {...form.tick("is_protected")}>{t("document:field.is_protected")}</Checkbox>
          <small>{t("document:hint.is_protected")}</small>
        </div>
      ) : null}
    </div>
  );
}
