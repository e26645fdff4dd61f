// Rents a GPU server, or changes a rented one.
import { useState } from "react";
import { useAtomValue } from "jotai";
import type {
  GpuOffer,
  GpuServer,
  GpuServerForm,
  NetworkVolume,
} from "../../domain/provider/gpu-server.ts";
import {
  changeGpuServer,
  createGpuServer,
  gpuOfferAtom,
  networkVolumesAtom,
} from "../../state/settings/monitoring.ts";
import { isAnyLoading, valueOf, type Loaded } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { FormDialog } from "../form-dialog.tsx";

const smallest: GpuServerForm = {
  name: "",
  template: "",
  gpu_type: null,
  gpu_count: 1,
  cpu_type: null,
  min_vcpu: 2,
  network_volume_id: null,
  container_volume_gb: 50,
  ports: [],
};
const vcpus = [2, 4, 8, 16, 32];
const nothing = "none";
const portsOf = (text: string) => text.split(/[\s,]+/).filter(Boolean);
const price = (amount: number) => t("monitoring:gpu.price", { amount: formatNumber(amount, 2) });

export function NewGpuServer({ onClose }: { onClose: () => void }) {
  const offers = useAtomValue(gpuOfferAtom);
  const loadedVolumes = useAtomValue(networkVolumesAtom);
  const offer = valueOf(offers);
  const volumes = valueOf(loadedVolumes) ?? [];
  const [form, setForm] = useState(smallest);
  const [ports, setPorts] = useState("");
  const set = (changes: Partial<GpuServerForm>) => setForm({ ...form, ...changes });
  const gpu = offer?.gpu_types.find(({ id }) => id === form.gpu_type);
  const cpu = offer?.cpu_types.find(({ id }) => id === form.cpu_type);
  const cost = (gpu?.cost_per_hour ?? 0) * form.gpu_count;
  // With GPUs, the processor is in their price.
  const cpuCost = gpu ? 0 : (cpu?.cost_per_vcpu_hour ?? 0) * form.min_vcpu;
  const isMissing = form.name.trim() === "" || form.template === "" || !(gpu ?? cpu);
  return (
    <FormDialog
      title={t("monitoring:gpu.new")}
      saveLabel={t("monitoring:gpu.rent")}
      reason={isMissing ? t("monitoring:gpu.missing") : null}
      onSave={() => createGpuServer({ ...form, ports: portsOf(ports) }).then(onClose)}
      onClose={onClose}
    >
      <Offers offers={offers} volumes={loadedVolumes} />
      <TextField
        label={t("monitoring:gpu.name")}
        value={form.name}
        onChange={(name) => set({ name })}
        maxLength={191}
        isRequired
      />
      <Select
        label={t("monitoring:gpu.template")}
        value={form.template === "" ? null : form.template}
        onChange={(template) => set({ template })}
        options={(offer?.templates ?? []).map(({ id, name }) => ({ id, label: name }))}
        isRequired
      />
      <Select
        label={t("monitoring:gpu.gpu_type")}
        value={form.gpu_type ?? nothing}
        onChange={(id) => set({ gpu_type: id === nothing ? null : id })}
        options={[
          { id: nothing, label: t("monitoring:gpu.no_gpu") },
          ...(offer?.gpu_types ?? []).map(({ id, name, memory_gb, cost_per_hour }) => ({
            id,
            label: `${name} · ${memory_gb} GB · ${price(cost_per_hour)}`,
          })),
        ]}
      />
      {gpu ? (
        <NumberField
          label={t("monitoring:gpu.gpu_count")}
          value={form.gpu_count}
          onChange={(gpu_count) => set({ gpu_count })}
          minValue={1}
          maxValue={gpu.most}
        />
      ) : null}
      <Select
        label={t("monitoring:gpu.cpu_type")}
        value={form.cpu_type ?? (gpu ? nothing : null)}
        onChange={(id) => set({ cpu_type: id === nothing ? null : id })}
        options={[
          ...(gpu ? [{ id: nothing, label: t("monitoring:gpu.any_cpu") }] : []),
          ...(offer?.cpu_types ?? []).map(({ id, name }) => ({ id, label: name })),
        ]}
        {...(gpu ? { hint: t("monitoring:gpu.cpu_hint") } : {})}
      />
      <Select
        label={t("monitoring:gpu.min_vcpu")}
        value={form.min_vcpu}
        onChange={(min_vcpu) => set({ min_vcpu })}
        options={vcpus.map((id) => ({ id, label: String(id) }))}
      />
      <Select
        label={t("monitoring:gpu.network_volume")}
        value={form.network_volume_id ?? nothing}
        onChange={(id) => set({ network_volume_id: id === nothing ? null : id })}
        options={[
          { id: nothing, label: t("monitoring:gpu.no_volume") },
          ...volumes.map(({ id, name, size_gb, data_center }) => ({
            id,
            label: `${name} · ${size_gb} GB · ${data_center}`,
          })),
        ]}
      />
      <Container
        size={form.container_volume_gb}
        ports={ports}
        onSize={(container_volume_gb) => set({ container_volume_gb })}
        onPorts={setPorts}
      />
      <output>{t("monitoring:gpu.cost", { amount: formatNumber(cost + cpuCost, 2) })}</output>
    </FormDialog>
  );
}

/** Tells lists that are loading, could not be loaded, or are empty from each other. */
function Offers({
  offers,
  volumes,
}: {
  offers: Loaded<GpuOffer>;
  volumes: Loaded<readonly NetworkVolume[]>;
}) {
  if (isAnyLoading(offers, volumes)) {
    return <output>{t("monitoring:gpu.offers_loading")}</output>;
  }
  if (offers.state === "failed") return <LoadFault fault={offers.fault} isSmall />;
  if (volumes.state === "failed") return <LoadFault fault={volumes.fault} isSmall />;
  if (valueOf(offers)?.templates.length === 0) {
    return <Alert tone="watch">{t("monitoring:gpu.no_templates")}</Alert>;
  }
  return null;
}

export function GpuServerChange({ server, onClose }: { server: GpuServer; onClose: () => void }) {
  const [name, setName] = useState(server.name);
  const [size, setSize] = useState(server.container_volume_gb);
  const [ports, setPorts] = useState(server.ports.join(", "));
  const changes = { name, container_volume_gb: size, ports: portsOf(ports) };
  return (
    <FormDialog
      title={`${t("monitoring:server.change")}: ${server.name}`}
      saveLabel={t("shell:save")}
      onSave={() => changeGpuServer(server, changes).then(onClose)}
      onClose={onClose}
    >
      <TextField
        label={t("monitoring:gpu.name")}
        value={name}
        onChange={setName}
        maxLength={191}
        isRequired
      />
      <Container size={size} ports={ports} onSize={setSize} onPorts={setPorts} />
    </FormDialog>
  );
}

/** What a rented server can be changed in too. */
function Container({
  size,
  ports,
  onSize,
  onPorts,
}: {
  size: number;
  ports: string;
  onSize: (size: number) => void;
  onPorts: (ports: string) => void;
}) {
  return (
    <>
      <NumberField
        label={t("monitoring:gpu.container_volume")}
        unit="GB"
        value={size}
        onChange={onSize}
        minValue={1}
        maxValue={10_000}
      />
      <TextField
        label={t("monitoring:gpu.ports")}
        hint={t("monitoring:gpu.ports_hint")}
        placeholder="8888/http, 22/tcp"
        value={ports}
        onChange={onPorts}
      />
    </>
  );
}
