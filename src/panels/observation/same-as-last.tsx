// Fills the form with what was entered last for a component of the same type.
import { useAtomValue } from "jotai";
import { CopyCheck } from "lucide-react";
import type { ComponentType } from "../../domain/component/component.ts";
import type { ColumnValue } from "../../domain/observation/observation.ts";
import { lastEntryAtom } from "../../state/observation/recent.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import type { RecordDraft } from "../record/record-draft.ts";
import type { ColumnField, ObservationDraft } from "./observation-draft.ts";

type SameAsLastProps = {
  component_type: ComponentType;
  form: RecordDraft<ObservationDraft>;
};

export function SameAsLast({ component_type, form }: SameAsLastProps) {
  const last = useAtomValue(lastEntryAtom)(component_type);
  if (!last) return null;
  const fill = () => {
    const values = Object.fromEntries(
      last.column_values.map(({ column_id, value }) => [column_id, value]),
    ) as Record<ColumnField, ColumnValue>;
    form.setFields({ notes: last.notes, ...values });
  };
  return (
    <Button wide icon={<CopyCheck size={18} aria-hidden="true" />} onPress={fill}>
      {t("observation:same_as_last")}
    </Button>
  );
}
