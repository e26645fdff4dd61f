// Rented GPU servers. The cloud keeps them; each change of one is in the audit trail.
import { gpuServerApi } from "../../../api/provider/gpu-server.ts";
import { failure } from "../../../domain/error.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import type { GpuServer } from "../../../domain/provider/gpu-server.ts";
import type { GpuCloudAdapter } from "../../adapters/gpu-cloud.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse } from "../../implement.ts";
import { writeAuditEntry } from "../../store/account/audit.ts";
import { addWish, removeWish, withWishes } from "../../store/provider/gpu-server.ts";

export const gpuServerHandlers: Handlers<typeof gpuServerApi> = {
  async list({ viewer, gpuCloud, db }) {
    refuse(gpuServerApi.list, viewer);
    const servers = (await gpuCloud?.list()) ?? [];
    return { configured: gpuCloud !== null, servers: await withWishes(db, servers) };
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
    const made = await recorded(context, "create_gpu_server", detail, (cloud) =>
      cloud.create(body),
    );
    await addWish(context.db, made.id, body);
    return wished(context, made);
  },

  async start(context, { params: { gpu_server: id } }) {
    refuse(gpuServerApi.start, context.viewer, await cloudOf(context).read(id));
    const now = await recorded(context, "start_gpu_server", { id }, (cloud) => cloud.start(id));
    return wished(context, now);
  },

  async stop(context, { params: { gpu_server: id } }) {
    refuse(gpuServerApi.stop, context.viewer, await cloudOf(context).read(id));
    const now = await recorded(context, "stop_gpu_server", { id }, (cloud) => cloud.stop(id));
    return wished(context, now);
  },

  async terminate(context, { params: { gpu_server: id } }) {
    refuse(gpuServerApi.terminate, context.viewer, await cloudOf(context).read(id));
    await recorded(context, "terminate_gpu_server", { id }, (cloud) => cloud.terminate(id));
    await removeWish(context.db, id);
    return { done: true };
  },

  async update(context, { params: { gpu_server: id }, body: changes }) {
    const server = await cloudOf(context).read(id);
    refuse(gpuServerApi.update, context.viewer, { server, changes });
    const detail = { id, ...changes };
    const change = (cloud: GpuCloudAdapter) => cloud.update(id, changes);
    return wished(context, await recorded(context, "update_gpu_server", detail, change));
  },
};

/** The server with what was asked for it. */
async function wished({ db }: Context, server: GpuServer): Promise<GpuServer> {
  const [one = server] = await withWishes(db, [server]);
  return one;
}

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
