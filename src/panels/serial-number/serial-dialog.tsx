// Asks for the serial number of a component, typed or read from its label, and what became of the former one.
import { useId, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ScanBarcode } from "lucide-react";
import type { ComponentType } from "../../domain/component/component.ts";
import {
  serialRefusal,
  type SerialEnding,
  type SerialEntry,
} from "../../domain/serial-number/serial-number.ts";
import { todayAtom } from "../../state/plant/finding/listed.ts";
import { changeSerial } from "../../state/plant/serial-number.ts";
import { t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { RadioCards } from "../../ui/form/radio-cards.tsx";
import { CodeCamera } from "../code-camera.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { FaultAlert } from "../fault-alert.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./serial-number.module.css";

const MOST_LETTERS = 40;

type SerialDialogProps = {
  readonly at: { readonly component_type: ComponentType; readonly dt_id: string };
  readonly name: string;
  /** Null where it has none. */
  readonly present: SerialEntry | null;
  readonly onClose: () => void;
};

export function SerialDialog({ at, name, present, onClose }: SerialDialogProps) {
  const form = useId();
  const send = useSetAtom(changeSerial);
  const today = useAtomValue(todayAtom);
  const before = present?.serial ?? null;
  const [text, setText] = useState(before ?? "");
  const [scanned, setScanned] = useState<string | null>(null);
  const [isScanning, setScanning] = useState(false);
  const [ending, setEnding] = useState<SerialEnding | null>(null);
  const [fitted, setFitted] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const serial = text.trim();
  const refusal = serial === "" ? null : serialRefusal(serial);
  const error = refusal && refusalWords({ ...refusal, values: { value: serial } });
  const isOther = before !== null && serial !== "" && serial !== before;
  const asksFitted = serial !== "" && (before === null || ending === "replaced");
  const isNothing = serial === (before ?? "");
  const save = async () => {
    setAsked(true);
    if (refusal || (isOther && ending === null)) return;
    setPending(true);
    setFault(null);
    try {
      await send({
        ...at,
        serial: serial === "" ? null : serial,
        before,
        source: scanned === serial ? "scanned" : "typed",
        ending: isOther ? ending : null,
        fitted_on: asksFitted && fitted !== "" ? fitted : null,
      });
      showDone(t(serial === "" ? "serial-number:removed" : "serial-number:saved"));
      onClose();
    } catch (cause) {
      setFault(cause);
      setPending(false);
    }
  };
  return (
    <TypedDialog
      size="sm"
      title={t("serial-number:dialog", { name })}
      typed={[text, ending, fitted]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          type="submit"
          form={form}
          isDisabled={isPending || isNothing}
        >
          {t("shell:save")}
        </DialogActions>
      }
    >
      <form
        id={form}
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FaultAlert fault={fault} />
        <TextField
          label={t("serial-number:field")}
          hint={hintOf(before, scanned === serial)}
          error={error}
          value={text}
          onChange={setText}
          autoComplete="off"
          autoFocus
        />
        {isScanning ? (
          <Scan
            onRead={(read) => {
              setText(read);
              setScanned(read);
              setScanning(false);
            }}
          />
        ) : null}
        <Button
          icon={<ScanBarcode size={16} aria-hidden="true" />}
          onPress={() => setScanning(!isScanning)}
        >
          {t(isScanning ? "serial-number:scan_end" : "serial-number:scan")}
        </Button>
        {isOther ? (
          <RadioCards<SerialEnding | "">
            label={t("serial-number:ending.label")}
            value={ending ?? ""}
            options={(["corrected", "replaced"] as const).map((id) => ({
              id,
              label: t(`serial-number:ending.${id}`),
              hint: t(`serial-number:ending.${id}_hint`),
            }))}
            onChange={(id) => setEnding(id === "" ? null : id)}
          />
        ) : null}
        {isAsked && isOther && ending === null ? (
          <p role="alert" className={css.missing}>
            {t("refusal:serial_ending_missing")}
          </p>
        ) : null}
        {asksFitted ? (
          <DateField
            label={t("serial-number:fitted_on")}
            hint={t("serial-number:fitted_hint")}
            max={today}
            value={fitted}
            onChange={setFitted}
          />
        ) : null}
      </form>
    </TypedDialog>
  );
}

const hintOf = (before: string | null, isScanned: boolean) =>
  t(
    isScanned
      ? "serial-number:scanned"
      : before === null
        ? "serial-number:hint"
        : "serial-number:hint_present",
  );

/** A code of several lines or of an address is shown, and never taken for a number. */
function Scan({ onRead }: { onRead: (serial: string) => void }) {
  const [other, setOther] = useState<string | null>(null);
  return (
    <CodeCamera
      words={other && t("serial-number:several_lines", { text: other.slice(0, MOST_LETTERS) })}
      onText={(text) => {
        const isNone = serialRefusal(text) !== null || /^[a-z]+:\/\//i.test(text);
        if (isNone) setOther(text);
        else onRead(text.trim());
      }}
    />
  );
}
