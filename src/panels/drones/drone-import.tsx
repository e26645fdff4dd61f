// New drones from a table: their owner, what was understood, and what would be created.
import { useEffect, useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Upload } from "lucide-react";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { sessionAtom } from "../../state/account/session.ts";
import { droneFileAtom } from "../../state/import/handed-file.ts";
import { droneOwnersAtom, importDrones } from "../../state/settings/drone.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import type { SentAnswers } from "../../state/shell/table-file.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { PageTableDrop } from "../file-preview/page-table-drop.tsx";
import { TableImport } from "../file-preview/table-import.tsx";
import { TypedDialog } from "../typed-dialog.tsx";

/** Id of the option "provider" in the list of owners. */
const PROVIDER = 0;

export function DroneImport() {
  const [isOpen, setOpen] = useState(false);
  const [handed, hand] = useAtom(droneFileAtom);
  // Who leaves the page gives the file up.
  useEffect(() => () => hand(null), [hand]);
  const refusal = useAtomValue(askAtom)("drone.importFile");
  if (refusal?.isHidden) return null;
  return (
    <>
      <Button
        reason={reasonOf(refusal)}
        icon={<Upload size={14} aria-hidden="true" />}
        onPress={() => setOpen(true)}
      >
        {t("drone:import.open")}
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
        <PageTableDrop words={t("drone:import.drop")} isRefused={refusal !== null} onTable={hand} />
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
  const own = useAtomValue(sessionAtom)?.customer ?? null;
  const owners = useAtomValue(droneOwnersAtom);
  const load = useSetAtom(importDrones);
  const [owner, setOwner] = useState(own?.id ?? PROVIDER);
  const [file, setFile] = useState(handed);
  const customer_id = owner === PROVIDER ? null : owner;
  const offered = owners.map(({ id, name }) => ({ id, label: name }));
  const send = async (sent: File, given: SentAnswers) => {
    const { count, notes } = await load(customer_id, sent, given);
    const done = t("drone:import.done", { count, n: formatNumber(count) });
    return [done, ...notes.map(problemWords)].join(" ");
  };
  return (
    <TypedDialog
      typed={file !== null}
      size="lg"
      title={t("drone:import.title")}
      closeLabel={t("shell:close")}
      onClose={onClose}
    >
      <Select
        label={t("drone:field.customer")}
        value={owner}
        options={own ? offered : [{ id: PROVIDER, label: t("drone:provider") }, ...offered]}
        onChange={setOwner}
      />
      <TableImport
        purpose="drones"
        of_id={customer_id}
        columns={t("drone:import.columns")}
        file={file}
        onFile={setFile}
        saveLabel={(count) => t("drone:import.save", { count, n: formatNumber(count) })}
        send={send}
        onEnd={onClose}
      />
    </TypedDialog>
  );
}
