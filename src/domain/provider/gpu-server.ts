// Rented GPU cloud servers. The cloud keeps them; decisions/servers.md says how its fields are read.
import { z } from "zod";
import { permissionMissing, type ViewerFacts } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";
import { lineShape } from "../text.ts";

export const gpuServerStates = [
  "PROVISIONING",
  "STARTING",
  "RUNNING",
  "EXITED",
  "ERROR",
  "TERMINATED",
] as const;
export type GpuServerState = (typeof gpuServerStates)[number];

/** A port of the container, such as `8888/http`. */
const portShape = z.string().regex(/^\d{1,5}\/(http|tcp)$/);

export const gpuServerShape = z.object({
  /** Given by the cloud. */
  id: z.string(),
  name: z.string(),
  state: z.enum(gpuServerStates),
  template: z.string().nullable(),
  image: z.string(),
  /** Null for a server without GPUs. */
  gpu_type: z.string().nullable(),
  gpu_count: z.number().int(),
  /** The desired processor type; null for any. */
  cpu_type: z.string().nullable(),
  /** The least number of vCPUs; null for a server that was not rented here. */
  min_vcpu: z.number().int().nullable(),
  network_volume_id: z.string().nullable(),
  container_volume_gb: z.number().int(),
  ports: z.array(z.string()),
  /** US dollars. */
  cost_per_hour: z.number(),
  locked: z.boolean(),
  data_center: z.string().nullable(),
  created_at: z.string().nullable(),
});
export type GpuServer = z.infer<typeof gpuServerShape>;

export const gpuServersShape = z.object({
  /** False without a key of the cloud. */
  configured: z.boolean(),
  servers: z.array(gpuServerShape),
});

const cloudId = lineShape.min(1).max(200);

export const gpuServerIdShape = z.object({ gpu_server: z.string().regex(/^[\w-]{1,64}$/) });

/** What may be changed later too. */
const containerFields = {
  name: lineShape.min(1).max(191),
  container_volume_gb: z.number().int().min(1).max(10_000),
  ports: z.array(portShape).max(20),
};

export const gpuServerFormShape = z
  .object({
    ...containerFields,
    template: cloudId,
    gpu_type: cloudId.nullable(),
    gpu_count: z.number().int().min(1).max(16),
    /** The desired processor type; null for any, which needs a GPU type. */
    cpu_type: cloudId.nullable(),
    /** The cloud has servers with 2, 4, 8 and so on. */
    min_vcpu: z.number().int().min(2).max(256),
    network_volume_id: cloudId.nullable(),
  })
  .refine(({ gpu_type, cpu_type }) => gpu_type !== null || cpu_type !== null, {
    message: "gpu_or_cpu",
    path: ["gpu_type"],
  });
export type GpuServerForm = z.infer<typeof gpuServerFormShape>;

export const gpuServerChangesShape = z
  .object({ ...containerFields, locked: z.boolean() })
  .partial();
export type GpuServerChanges = z.infer<typeof gpuServerChangesShape>;

/** What can be rented. Prices are US dollars per hour. */
export const gpuOfferShape = z.object({
  gpu_types: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      memory_gb: z.number(),
      cost_per_hour: z.number(),
      most: z.number().int(),
    }),
  ),
  cpu_types: z.array(
    z.object({ id: z.string(), name: z.string(), cost_per_vcpu_hour: z.number() }),
  ),
  templates: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type GpuOffer = z.infer<typeof gpuOfferShape>;

export const networkVolumeShape = z.object({
  id: z.string(),
  name: z.string(),
  size_gb: z.number().int(),
  data_center: z.string(),
});
export type NetworkVolume = z.infer<typeof networkVolumeShape>;

type Staff = Pick<ViewerFacts, "customer_id">;
type Standing = Pick<GpuServer, "state" | "locked">;

/** Why the viewer has nothing to do with servers, or null. They belong to the provider, not to a customer. */
export function serversRefusal({ customer_id }: Staff): Refusal | null {
  return customer_id === null ? null : permissionMissing;
}

const locked: Refusal = { reason: "server_locked" };

/** Why the server cannot be started now, or null. */
export function startGpuServerRefusal(viewer: Staff, { state, locked: is }: Standing) {
  const isStopped = state === "EXITED" || state === "ERROR";
  const refusal = isStopped ? null : { reason: "server_not_stopped" };
  return serversRefusal(viewer) ?? (is ? locked : refusal);
}

/** Why the server cannot be stopped now, or null. */
export function stopGpuServerRefusal(viewer: Staff, { state, locked: is }: Standing) {
  const isOn = state === "RUNNING" || state === "STARTING" || state === "PROVISIONING";
  const refusal = isOn ? null : { reason: "server_not_running" };
  return serversRefusal(viewer) ?? (is ? locked : refusal);
}

/** Why the server cannot be ended with all its data, or null. */
export function terminateGpuServerRefusal(viewer: Staff, { state, locked: is }: Standing) {
  const refusal = state === "TERMINATED" ? { reason: "server_ended" } : null;
  return serversRefusal(viewer) ?? (is ? locked : refusal);
}

/** Why the server cannot be changed like this now, or null. Unlocking is all that a locked server allows. */
export function changeGpuServerRefusal(
  viewer: Staff,
  { server, changes }: { readonly server: Standing; readonly changes: GpuServerChanges },
): Refusal | null {
  const isUnlocked = changes.locked === false && Object.keys(changes).length === 1;
  const refusal = server.state === "TERMINATED" ? { reason: "server_ended" } : null;
  return serversRefusal(viewer) ?? (server.locked && !isUnlocked ? locked : refusal);
}
