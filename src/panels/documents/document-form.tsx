// The form of one documentation file: upload, view, edit, delete.
import { useAtomValue, useSetAtom } from "jotai";
import { Download } from "lucide-react";
import {
  documentChanges,
  documentFormShape,
  documentUploadShape,
  fileNameRefusal,
  safeFileName,
  type Document,
} from "../../domain/provider/document.ts";
import { limits } from "../../domain/limits.ts";
import { documentRecords, downloadDocument } from "../../state/settings/document.ts";
import { formatBytes, formatDateTime, t } from "../../state/shell/locale.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { Button } from "../../ui/button.tsx";
import { FilePart } from "../record/file-part.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { DocumentFields } from "./document-fields.tsx";
import css from "./documents.module.css";

type Props = { row: Document | null; onClose: () => void };

export function DocumentForm({ row, onClose }: Props) {
  const canUpdate = useAtomValue(askAtom)("document.update", {}) === null;
  if (!row) return <UploadDocument onClose={onClose} />;
  if (canUpdate) return <EditDocument file={row} onClose={onClose} />;
  return (
    <RecordForm title={row.title} onClose={onClose}>
      {row.description ? <p className={css.description}>{row.description}</p> : null}
      <Facts file={row} showsName />
    </RecordForm>
  );
}

function refuseName({ file_name }: { file_name: string }) {
  const refusal = fileNameRefusal(file_name.trim());
  return refusal ? [refusal] : [];
}

function EditDocument({ file, onClose }: { file: Document; onClose: () => void }) {
  const ask = useAtomValue(askAtom);
  const change = useSetAtom(documentRecords.change);
  const remove = useSetAtom(documentRecords.remove);
  const canProtect = ask("document.update", { is_protected: true }) === null;
  const { title, file_name, description, is_protected } = file;
  const form = useRecordDraft({
    draft: { title, file_name, description, is_protected },
    shape: documentFormShape,
    refuse: refuseName,
    // No request if no field changed; leading and trailing spaces do not count.
    async save(sent) {
      const changes = documentChanges(file, sent);
      return changes ? change(file.id, changes) : file;
    },
    isNew: false,
  });
  return (
    <RecordForm
      title={title}
      form={form}
      onClose={onClose}
      remove={{
        title: t("document:remove.title", { title }),
        text: t("document:remove.text", { file_name }),
        refusal: ask("document.remove"),
        run: () => remove(file.id),
      }}
    >
      <DocumentFields form={form} canProtect={canProtect} />
      <Facts file={file} />
    </RecordForm>
  );
}

function UploadDocument({ onClose }: { onClose: () => void }) {
  const create = useSetAtom(documentRecords.create);
  const canProtect = useAtomValue(askAtom)("document.upload", { is_protected: true }) === null;
  const form = useRecordDraft({
    draft: {
      title: "",
      file_name: "",
      description: "",
      is_protected: false,
      file: null as File | null,
    },
    shape: documentUploadShape,
    refuse: (draft) => [
      ...refuseName(draft),
      ...(draft.file !== null && draft.file.size > limits.documentBytes
        ? [
            {
              reason: "file_over_size",
              field: "file",
              values: { most: formatBytes(limits.documentBytes) },
            },
          ]
        : []),
    ],
    save: (sent) => create(sent),
    isNew: true,
  });
  const choose = (file: File | null) => {
    const name = file ? safeFileName(file.name) : "";
    const { title, file_name } = form.draft;
    form.setFields({
      file,
      // The entered values stay.
      ...(file && file_name === "" ? { file_name: name } : {}),
      ...(file && title === "" ? { title: name.replace(/\.[^.]{1,10}$/, "") } : {}),
    });
  };
  return (
    <RecordForm
      title={t("document:new")}
      form={form}
      onClose={onClose}
      saveLabel={t("document:upload")}
    >
      <FilePart
        {...form.bind("file")}
        onChange={choose}
        label={t("document:drop")}
        hint={t("document:drop_hint", { most: formatBytes(limits.documentBytes) })}
      />
      <DocumentFields form={form} canProtect={canProtect} />
    </RecordForm>
  );
}

/** `showsName` adds the file name, for records that no field edits. */
function Facts({ file, showsName = false }: { file: Document; showsName?: boolean }) {
  const download = useAtomValue(askAtom)("document.download");
  const facts = [
    ...(showsName ? [["file_name", file.file_name] as const] : []),
    ["bytes", formatBytes(file.bytes)],
    ["created_by", file.created_by ?? "–"],
    ["created_at", formatDateTime(file.created_at)],
    ["updated_at", formatDateTime(file.updated_at)],
  ] as const;
  return (
    <>
      <dl className={css.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`document:field.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {download?.isHidden ? null : (
        <div>
          <Button
            reason={reasonOf(download)}
            icon={<Download size={14} aria-hidden="true" />}
            onPress={() => void downloadDocument(file.id)}
          >
            {t("document:download")}
          </Button>
        </div>
      )}
    </>
  );
}
