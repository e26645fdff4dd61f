// Adds an analysis server, or changes one.
import { useState } from "react";
import {
  largestVolume,
  serverSizes,
  smallestVolume,
  volumeIncreases,
  type AnalysisServer,
  type ServerChanges,
  type ServerForm,
  type ServerSize,
} from "../../domain/provider/analysis-server.ts";
import { createServer, editServer } from "../../state/settings/monitoring.ts";
import { t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { FormDialog } from "../form-dialog.tsx";

const smallest: ServerForm = { name: "", size: "small", volume_gb: smallestVolume };

export function NewAnalysisServer({ onClose }: { onClose: () => void }) {
  const [form, setForm] = useState(smallest);
  const set = (changes: Partial<ServerForm>) => setForm({ ...form, ...changes });
  return (
    <FormDialog
      title={t("monitoring:server.new")}
      saveLabel={t("monitoring:server.add")}
      typed={form}
      reason={form.name.trim() === "" ? t("monitoring:server.missing") : null}
      onSave={() => createServer({ ...form, name: form.name.trim() }).then(onClose)}
      onClose={onClose}
    >
      <Name name={form.name} onName={(name) => set({ name })} />
      <Size size={form.size} onSize={(size) => set({ size })} />
      <NumberField
        label={t("monitoring:server.volume")}
        unit="GB"
        value={form.volume_gb}
        onChange={(volume_gb) => set({ volume_gb })}
        minValue={smallestVolume}
        maxValue={largestVolume}
        isWhole
      />
    </FormDialog>
  );
}

export function AnalysisServerChange({
  server,
  onClose,
}: {
  server: AnalysisServer;
  onClose: () => void;
}) {
  const [name, setName] = useState(server.name);
  const [size, setSize] = useState(server.size);
  const [more, setMore] = useState<0 | (typeof volumeIncreases)[number]>(0);
  const changes: ServerChanges = {
    ...(name.trim() !== server.name && { name: name.trim() }),
    size,
    ...(more !== 0 && { volume_increase_gb: more }),
  };
  return (
    <FormDialog
      title={`${t("monitoring:server.change")}: ${server.name}`}
      saveLabel={t("shell:save")}
      typed={[size, more]}
      reason={name.trim() === "" ? t("monitoring:server.missing") : null}
      onSave={() => editServer(server, changes).then(onClose)}
      onClose={onClose}
    >
      <Name name={name} onName={setName} />
      <Size size={size} onSize={setSize} />
      <Select
        label={t("monitoring:server.grow")}
        hint={t("monitoring:server.grow_hint")}
        value={more}
        onChange={setMore}
        options={([0, ...volumeIncreases] as const).map((id) => ({
          id,
          label:
            id === 0
              ? t("monitoring:server.same_volume", { size: server.volume_gb })
              : `+ ${id} GB`,
        }))}
      />
    </FormDialog>
  );
}

function Name({ name, onName }: { name: string; onName: (name: string) => void }) {
  return (
    <TextField
      label={t("monitoring:server.name")}
      hint={t("monitoring:server.name_hint")}
      value={name}
      onChange={onName}
      maxLength={100}
      isRequired
    />
  );
}

function Size({ size, onSize }: { size: ServerSize; onSize: (size: ServerSize) => void }) {
  return (
    <Select
      label={t("monitoring:server.size")}
      value={size}
      onChange={onSize}
      options={serverSizes.map((id) => ({ id, label: t(`monitoring:server.sizes.${id}`) }))}
    />
  );
}
