// Stands in for the GPU cloud in development and tests: servers in the memory of this process.

import { randomBytes } from "node:crypto";
import { failure } from "../../domain/error.ts";
import type {
  GpuOffer,
  GpuServer,
  GpuServerState,
  NetworkVolume,
} from "../../domain/provider/gpu-server.ts";
import type { GpuCloudAdapter } from "./gpu-cloud.ts";

const offer: GpuOffer = {
  gpu_types: [
    { id: "local-24", name: "Local GPU 24 GB", memory_gb: 24, cost_per_hour: 0.44, most: 8 },
    { id: "local-80", name: "Local GPU 80 GB", memory_gb: 80, cost_per_hour: 2.39, most: 4 },
  ],
  cpu_types: [{ id: "local-cpu", name: "Local processor", cost_per_vcpu_hour: 0.04 }],
  templates: [{ id: "evaluation", name: "Evaluation" }],
};
const volumes: readonly NetworkVolume[] = [
  { id: "volume-1", name: "Surveys", size_gb: 500, data_center: "LOCAL-1" },
];

/** Opens a cloud without servers. */
export function openLocalGpuCloud(now: () => Date = () => new Date()): GpuCloudAdapter {
  const servers = new Map<string, GpuServer>();

  function find(id: string): GpuServer {
    const server = servers.get(id);
    if (!server) throw failure("RESOURCE_NOT_FOUND");
    return server;
  }
  function change(id: string, changes: Partial<GpuServer>): GpuServer {
    const server = { ...find(id), ...changes };
    const isBilled = server.state !== "EXITED" && server.state !== "TERMINATED";
    servers.set(id, { ...server, cost_per_hour: isBilled ? priceOf(server) : 0 });
    return find(id);
  }
  async function become(id: string, state: GpuServerState): Promise<GpuServer> {
    return change(id, { state });
  }

  return {
    list: async () => [...servers.values()],
    read: async (id) => find(id),
    async create(form) {
      const id = randomBytes(7).toString("hex");
      const hasGpu = form.gpu_type !== null;
      servers.set(id, {
        ...form,
        id,
        state: "RUNNING",
        image: "local/evaluation",
        gpu_count: hasGpu ? form.gpu_count : 0,
        cost_per_hour: 0,
        locked: false,
        data_center: "LOCAL-1",
        created_at: now().toISOString(),
      });
      return become(id, "RUNNING");
    },
    start: (id) => become(id, "RUNNING"),
    stop: (id) => become(id, "EXITED"),
    async terminate(id) {
      find(id);
      servers.delete(id);
    },
    async update(id, changes) {
      return change(id, changes);
    },
    offer: async () => offer,
    networkVolumes: async () => [...volumes],
  };
}

function priceOf({ gpu_type, gpu_count, min_vcpu }: GpuServer): number {
  const gpu = offer.gpu_types.find(({ id }) => id === gpu_type);
  const perVcpu = offer.cpu_types[0]?.cost_per_vcpu_hour ?? 0;
  return gpu ? gpu.cost_per_hour * gpu_count : perVcpu * (min_vcpu ?? 0);
}
