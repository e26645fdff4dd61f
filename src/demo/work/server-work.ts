// Servers of the demo. They are imitations: a real cloud is never asked for one.
import type { DemoWork } from "./demo-call.ts";

export const analysisServerWork: DemoWork = {
  name: "analysis_servers",
  async run({ call }) {
    const [small, large] = [
      await call<{ id: number }>("POST", "/auth/analysis-server", {
        name: "Evaluation 1",
        size: "small",
        volume_gb: 250,
      }),
      await call<{ id: number }>("POST", "/auth/analysis-server", {
        name: "Evaluation 2",
        size: "large",
        volume_gb: 500,
      }),
    ];
    await call("POST", `/auth/analysis-server/${large.id}`, { locked: true });
    await call("POST", `/auth/analysis-server/${small.id}/start`, {});
  },
};

/** The GPU type of the imitation alone. */
const LOCAL_GPU = "local-24";

type Offer = {
  readonly gpu_types: readonly { readonly id: string }[];
  readonly templates: readonly { readonly id: string }[];
};

export const gpuServerWork: DemoWork = {
  name: "gpu_server",
  isKeptInMemory: true,
  async run({ call }) {
    const { configured, servers } = await call<{ configured: boolean; servers: unknown[] }>(
      "GET",
      "/auth/gpu-servers",
    );
    if (!configured || servers.length > 0) return;
    const offer = await call<Offer>("GET", "/auth/gpu-servers/offer");
    const [template] = offer.templates;
    if (!template || !offer.gpu_types.some(({ id }) => id === LOCAL_GPU)) return;
    await call("POST", "/auth/gpu-server", {
      name: "Training of the evaluation",
      template: template.id,
      gpu_type: LOCAL_GPU,
      gpu_count: 2,
      cpu_type: null,
      min_vcpu: 8,
      network_volume_id: null,
      container_volume_gb: 50,
      ports: ["8888/http", "22/tcp"],
    });
  },
};
