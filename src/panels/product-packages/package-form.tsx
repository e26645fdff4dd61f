// The form of one product package.
import { useAtomValue, useSetAtom } from "jotai";
import {
  packageKeyFiguresRefusal,
  productPackageFormShape,
  type ProductPackage,
} from "../../domain/provider/product-package.ts";
import { t } from "../../state/shell/locale.ts";
import { productPackages } from "../../state/settings/product-package.ts";
import { askAtom } from "../../state/account/ask.ts";
import { TextField } from "../../ui/form/field.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { KeyFigurePicker } from "./key-figure-picker.tsx";

const empty = { name: "", description: "", key_figure_ids: [] as readonly number[] };

export function PackageForm({ row, onClose }: { row: ProductPackage | null; onClose: () => void }) {
  const ask = useAtomValue(askAtom);
  const canManage = ask(row ? "productPackage.update" : "productPackage.create") === null;
  const create = useSetAtom(productPackages.create);
  const change = useSetAtom(productPackages.change);
  const remove = useSetAtom(productPackages.remove);
  const { name, description, key_figure_ids } = row ?? empty;
  const form = useRecordDraft({
    draft: { name, description, key_figure_ids },
    shape: productPackageFormShape,
    refuse: (draft) => {
      const refusal = packageKeyFiguresRefusal(draft.key_figure_ids);
      return refusal ? [refusal] : [];
    },
    save: (sent) => (row ? change(row.id, sent) : create(sent)),
    isNew: row === null,
  });
  return (
    <RecordForm
      title={row?.name ?? t("product-package:new")}
      {...(canManage ? { form } : {})}
      onClose={onClose}
      remove={
        row
          ? {
              title: t("product-package:remove.title", { name: row.name }),
              text: t("product-package:remove.text"),
              run: () => remove(row.id),
              refusal: ask("productPackage.remove", row),
            }
          : undefined
      }
    >
      <TextField
        label={t("product-package:field.name")}
        {...form.bind("name")}
        maxLength={120}
        isReadOnly={!canManage}
        isRequired
      />
      <TextField
        label={t("product-package:field.description")}
        {...form.bind("description")}
        lines={2}
        maxLength={2000}
        isReadOnly={!canManage}
      />
      <KeyFigurePicker
        {...form.bind("key_figure_ids")}
        label={t("product-package:field.key_figure_ids")}
        isDisabled={!canManage}
      />
    </RecordForm>
  );
}
