// Rented GPU servers. The cloud keeps them; each change of one is in the audit trail.
import { gpuServerApi } from "../../../api/provider/gpu-server.ts";
import { failure } from "../../../domain/error.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import type { GpuCloudAdapter } from "../../adapters/gpu-cloud.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse } from "../../implement.ts";
import { writeAuditEntry } from "../../store/account/audit.ts";

export const gpuServerHandlers: Handlers<typeof gpuServerApi> = {
  async list({ viewer, gpuCloud }) {
    refuse(gpuServerApi.list, viewer);
    return { configured: gpuCloud !== null, servers: (await gpuCloud?.list()) ?? [] };
  },

  async offer(context) {
    refuse(gpuServerApi.offer, context.viewer);
    return cloudOf(context).offer();
  },

  async networkVolumes(context) {
    refuse(gpuServerApi.networkVolumes, context.viewer);
    return cloudOf(context).networkVolumes();
  },

  async create(context, { body }) {
    refuse(gpuServerApi.create, context.viewer);
    const { name, gpu_type, gpu_count } = body;
    const detail = { name, gpu_type, gpu_count };
    return recorded(context, "create_gpu_server", detail, (cloud) => cloud.create(body));
  },

  async start(context, { params: { gpu_server: id } }) {
    refuse(gpuServerApi.start, context.viewer, await cloudOf(context).read(id));
    return recorded(context, "start_gpu_server", { id }, (cloud) => cloud.start(id));
  },

  async stop(context, { params: { gpu_server: id } }) {
    refuse(gpuServerApi.stop, context.viewer, await cloudOf(context).read(id));
    return recorded(context, "stop_gpu_server", { id }, (cloud) => cloud.stop(id));
  },

  async terminate(context, { params: { gpu_server: id } }) {
    refuse(gpuServerApi.terminate, context.viewer, await cloudOf(context).read(id));
    await recorded(context, "terminate_gpu_server", { id }, (cloud) => cloud.terminate(id));
    return { done: true };
  },

  async update(context, { params: { gpu_server: id }, body: changes }) {
    const server = await cloudOf(context).read(id);
    refuse(gpuServerApi.update, context.viewer, { server, changes });
    const detail = { id, ...changes };
    return recorded(context, "update_gpu_server", detail, (cloud) => cloud.update(id, changes));
  },
};

/** @throws CONFLICT on installations that rent no servers */
function cloudOf({ gpuCloud }: Context): GpuCloudAdapter {
  if (gpuCloud === null) throw failure("CONFLICT", { reason: "gpu_cloud_off" });
  return gpuCloud;
}

/** Writes the entry first: what cannot be recorded is not done, and what the cloud refuses is not recorded. */
function recorded<T>(
  context: Context,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
  change: (cloud: GpuCloudAdapter) => Promise<T>,
): Promise<T> {
  const cloud = cloudOf(context);
  return context.db.transaction(async (transaction) => {
    await writeAuditEntry(context, transaction, { action, detail });
    return change(cloud);
  });
}
