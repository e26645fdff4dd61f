// New users from a table: the customer they belong to, what was understood, and the invitations that would be sent.
import { useEffect, useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Copy, Upload } from "lucide-react";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { userFileAtom } from "../../state/import/handed-file.ts";
import { importUsers, seatsAtom, userFilterAtom } from "../../state/settings/user.ts";
import { copyText } from "../../state/shell/clipboard.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import type { SentAnswers } from "../../state/shell/table-file.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { ComboBox } from "../../ui/form/combo-box.tsx";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import { PageTableDrop } from "../file-preview/page-table-drop.tsx";
import { TableImport } from "../file-preview/table-import.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import { SeatsMeter } from "./seats.tsx";
import css from "./users.module.css";

export function UserImport() {
  const [isOpen, setOpen] = useState(false);
  const [handed, hand] = useAtom(userFileAtom);
  // Who leaves the page gives the file up.
  useEffect(() => () => hand(null), [hand]);
  const ask = useAtomValue(askAtom);
  const refusal = ask("user.listRoles") ?? ask("user.importFile");
  if (refusal?.isHidden) return null;
  return (
    <>
      <Button
        reason={reasonOf(refusal)}
        icon={<Upload size={14} aria-hidden="true" />}
        onPress={() => setOpen(true)}
      >
        {t("user:import.open")}
      </Button>
      {isOpen || (handed !== null && refusal === null) ? (
        <ImportDialog
          handed={handed}
          onClose={() => {
            setOpen(false);
            hand(null);
          }}
        />
      ) : (
        <PageTableDrop words={t("user:import.drop")} isRefused={refusal !== null} onTable={hand} />
      )}
    </>
  );
}

type DialogProps = {
  /** The table that was dropped here, or on the map of a plant. */
  handed: File | null;
  onClose: () => void;
};

function ImportDialog({ handed, onClose }: DialogProps) {
  const seats = valueOf(useAtomValue(seatsAtom)) ?? [];
  const filter = useAtomValue(userFilterAtom);
  const load = useSetAtom(importUsers);
  const only = seats.length === 1 ? (seats[0]?.customer_id ?? null) : null;
  const [chosen, setChosen] = useState(filter.customer_id);
  const [file, setFile] = useState(handed);
  const customer_id = chosen ?? only;
  const customer = seats.find((one) => one.customer_id === customer_id);
  const [made, setMade] = useState<Made | null>(null);
  const send = async (sent: File, given: SentAnswers) => {
    const { count, unmailed, notes } = await load(customer_id ?? 0, sent, given);
    const done = [
      t("user:import.done", { count, n: formatNumber(count) }),
      ...notes.map(problemWords),
    ];
    if (unmailed.length === 0) return done.join(" ");
    setMade({ done: done.join(" "), unmailed });
    return null;
  };
  return (
    <TypedDialog
      typed={file !== null && made === null}
      size="lg"
      title={t("user:import.title")}
      closeLabel={t("shell:close")}
      onClose={onClose}
    >
      {made ? <Unmailed {...made} /> : null}
      {seats.length > 1 && made === null ? (
        <ComboBox
          label={t("user:field.customer")}
          openLabel={t("user:field.customer_open")}
          isRequired
          options={seats.map(({ customer_id: id, name }) => ({ id, label: name }))}
          value={customer_id}
          onChange={setChosen}
          hint={customer ? <SeatsMeter {...customer} /> : t("user:field.customer_hint")}
        />
      ) : null}
      {customer_id === null && file ? <p>{file.name}</p> : null}
      {customer_id === null || made ? null : (
        <TableImport
          purpose="users"
          of_id={customer_id}
          columns={t("user:import.columns")}
          file={file}
          onFile={setFile}
          saveLabel={(count) => t("user:import.save", { count, n: formatNumber(count) })}
          send={send}
          onEnd={onClose}
        />
      )}
    </TypedDialog>
  );
}

type Made = { readonly done: string; readonly unmailed: readonly string[] };

/** Users who exist and know nothing of it: the list stays until the dialog is closed. */
function Unmailed({ done, unmailed }: Made) {
  const count = unmailed.length;
  return (
    <>
      <Alert tone="watch" title={done}>
        {t("user:import.unmailed", { count, n: formatNumber(count) })}
      </Alert>
      <ScrollRegion label={t("user:import.unmailed_list")} className={css.unmailed}>
        <ul>
          {unmailed.map((email) => (
            <li key={email}>{email}</li>
          ))}
        </ul>
      </ScrollRegion>
      <Button
        icon={<Copy size={14} aria-hidden="true" />}
        onPress={() => void copyText(unmailed.join("\n"), t("user:import.copied"))}
      >
        {t("user:import.copy")}
      </Button>
    </>
  );
}
