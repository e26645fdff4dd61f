// Documentation files: search, download, and editing if permitted.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { Download, FileText, ShieldCheck } from "lucide-react";
import type { Document } from "../../domain/provider/document.ts";
import { documentRecords, downloadDocument } from "../../state/settings/document.ts";
import { formatBytes, formatDate, formatDateTime, t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { IconButton } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/table-sort.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import { DocumentForm } from "./document-form.tsx";
import css from "./documents.module.css";

const textOf = ({ title, file_name, description }: Document) =>
  `${title} ${file_name} ${description}`;

export function Documents() {
  const ask = useAtomValue(askAtom);
  const canDownload = ask("document.download") === null;
  const columns = useMemo(() => documentColumns(canDownload), [canDownload]);
  return (
    <RecordPanel
      records={documentRecords}
      columns={columns}
      sort={{ column: "title", falling: false }}
      textOf={textOf}
      form={DocumentForm}
      create={ask("document.upload", {})}
      icon={<FileText size={22} aria-hidden="true" />}
      words={{
        label: t("document:title"),
        create: t("document:new"),
        none: t("document:none.title"),
        noneText: t("document:none.text"),
      }}
    />
  );
}

function documentColumns(canDownload: boolean): Column<Document>[] {
  const download: Column<Document> = {
    id: "download",
    title: t("document:download"),
    titleHidden: true,
    width: "3.25rem",
    cell: ({ id, title }) => (
      <IconButton
        size="sm"
        label={t("document:download_file", { title })}
        placement="left"
        onPress={() => void downloadDocument(id)}
      >
        <Download size={14} aria-hidden="true" />
      </IconButton>
    ),
  };
  return [
    {
      id: "title",
      title: t("document:field.title"),
      sortBy: ({ title }) => title,
      cell: (file) => (
        <span className={css.title} title={file.title}>
          {file.is_protected ? (
            <ShieldCheck size={14} role="img" aria-label={t("document:protected")} />
          ) : null}
          <span>{file.title}</span>
        </span>
      ),
    },
    {
      id: "file_name",
      title: t("document:field.file_name"),
      from: 760,
      sortBy: ({ file_name }) => file_name,
      cell: ({ file_name }) => <span title={file_name}>{file_name}</span>,
    },
    {
      id: "bytes",
      title: t("document:field.bytes"),
      from: 400,
      width: "5.5rem",
      numeric: true,
      sortBy: ({ bytes }) => bytes,
      cell: ({ bytes }) => formatBytes(bytes),
    },
    {
      id: "updated_at",
      title: t("document:field.updated_at"),
      width: "7.5rem",
      sortBy: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => (
        <time dateTime={updated_at} title={formatDateTime(updated_at)}>
          {formatDate(updated_at)}
        </time>
      ),
    },
    ...(canDownload ? [download] : []),
  ];
}
