// Imports a table of records: chosen, shown with what its columns mean, and sent once the user has seen what it does.
import { useState } from "react";
import type { TablePurpose } from "../../domain/file-preview/table-mapping.ts";
import { t } from "../../state/shell/locale.ts";
import type { SentAnswers } from "../../state/shell/table-file.ts";
import { showDone } from "../../state/shell/toast.ts";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { usePending } from "../pending.ts";
import { TableActs } from "./table-acts.tsx";
import { TablePreview, type ReadTable } from "./table-preview.tsx";

export type TableImportProps = {
  readonly purpose: TablePurpose;
  /** Of the customer that the records are of; null for the provider. */
  readonly of_id: number | null;
  /** The columns that the table needs and may have. */
  readonly columns: string;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  /** The button that imports so many records. */
  readonly saveLabel: (count: number) => string;
  /**
   * Imports the table, and answers what was done; null where the panel shows it itself, and more is to be read. Rejects with
   * its faults by line.
   */
  readonly send: (file: File, given: SentAnswers) => Promise<string | null>;
  readonly onEnd: () => void;
};

export function TableImport(props: TableImportProps) {
  const { purpose, of_id, columns, file, onFile, saveLabel, send, onEnd } = props;
  const [isPending, whilePending] = usePending();
  const [read, setRead] = useState<ReadTable | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const choose = (chosen: File | null) => {
    setFault(null);
    onFile(chosen);
  };
  const save = (sent: File, { given, preview }: ReadTable) => {
    setFault(null);
    void whilePending(async () => {
      try {
        const done = await send(sent, { ...given, mapping: preview.said });
        if (done === null) return;
        showDone(done);
        onEnd();
      } catch (cause) {
        setFault(cause);
      }
    });
  };
  if (!file) {
    return (
      <FileDrop
        label={t("reference:drop")}
        buttonLabel={t("reference:choose")}
        hint={columns}
        accept={[".csv", ".xlsx"]}
        many={false}
        onFiles={([first]) => first && choose(first)}
      />
    );
  }
  return (
    <>
      <TablePreview
        key={`${file.name} ${file.lastModified} ${of_id}`}
        purpose={purpose}
        of_id={of_id}
        file={file}
        onRead={setRead}
      />
      <FaultAlert fault={fault} />
      <TableActs
        read={read}
        isPending={isPending}
        label={saveLabel(read?.preview.result_count ?? 0)}
        onOther={() => choose(null)}
        onImport={(shown) => save(file, shown)}
      />
    </>
  );
}
