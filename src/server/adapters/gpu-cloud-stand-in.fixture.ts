// A local HTTP server that answers as RunPod documents version 2 of its REST API, failures included.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export const testKey = "rpa_TEST";

type Pod = Record<string, unknown> & { id: string; status: string; locked: boolean };
type Failing = { readonly status: number; readonly detail?: string; readonly retryAfter?: string };

export type GpuCloudStandIn = {
  readonly url: string;
  /** Requests as `POST /v2/pods`, in order. */
  readonly asked: string[];
  readonly pods: Map<string, Pod>;
  /** The next requests fail like this; `slow` is never answered, `cut` is answered by half. */
  failing: (Failing | "slow" | "cut")[];
  close(): Promise<void>;
};

const catalog = {
  "/v2/catalog/gpus": {
    gpus: [
      gpuType("NVIDIA GeForce RTX 4090", "RTX 4090", { memory: 24, secure: true, price: 0.44 }),
      gpuType("NVIDIA Hobby", "Hobby", { memory: 8, secure: false, price: 0.1 }),
    ],
  },
  "/v2/catalog/cpus": {
    cpus: [
      {
        id: "cpu5c",
        name: "Compute-Optimized",
        group: "Gen 5",
        vcpu: { min: 2, max: 32 },
        ramGbPerVcpu: 2,
        price: { securePerVcpu: 0.04, serverlessPerVcpu: 0.03 },
      },
    ],
  },
  "/v2/templates": {
    templates: [
      { id: "9x4m2p7v", name: "PyTorch", serverless: false, image: "runpod/pytorch" },
      { id: "worker01", name: "Worker", serverless: true, image: "runpod/worker" },
    ],
  },
  "/v2/network-volumes": {
    networkVolumes: [
      { id: "agv6w2qcg7", name: "surveys", size: 500, dataCenter: "EU-RO-1", type: "STANDARD" },
    ],
  },
};

function gpuType(
  id: string,
  name: string,
  { memory, secure, price }: { memory: number; secure: boolean; price: number },
) {
  return {
    id,
    name,
    pool: null,
    manufacturer: "NVIDIA",
    memory,
    secure,
    community: true,
    price: { secure: price, community: price },
    maxCount: { secure: 8, community: 4 },
  };
}

export async function startGpuCloudStandIn(): Promise<GpuCloudStandIn> {
  const state: Omit<GpuCloudStandIn, "url" | "close"> = {
    asked: [],
    pods: new Map(),
    failing: [],
  };
  const server = createServer((request, response) => void answer(state, request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  });
}

async function answer(
  state: Omit<GpuCloudStandIn, "url" | "close">,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const body = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  const { method = "", url = "", headers } = request;
  state.asked.push(`${method} ${url}`);
  const fail = ({ status, detail = "failed", retryAfter }: Failing) => {
    response.writeHead(status, {
      "content-type": "application/problem+json",
      ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    });
    response.end(JSON.stringify({ title: "Error", status, detail }));
  };
  const send = (status: number, content?: unknown) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(content === undefined ? undefined : JSON.stringify(content));
  };
  const failing = state.failing.shift();
  if (failing === "slow") return;
  if (failing === "cut") {
    response.writeHead(200, { "content-length": "1000" });
    response.write('{"pods": [');
    response.socket?.destroy();
    return;
  }
  if (failing) return fail(failing);
  if (headers.authorization !== `Bearer ${testKey}`) {
    return fail({ status: 401, detail: "missing bearer token" });
  }
  const known = catalog[url as keyof typeof catalog];
  if (known) return send(200, known);
  if (url === "/v2/pods" && method === "GET") return send(200, { pods: [...state.pods.values()] });
  if (url === "/v2/pods") {
    if ("gpu" in body === "cpu" in body) {
      return fail({ status: 400, detail: "exactly one of gpu or cpu must be set" });
    }
    const pod = podOf(`pod${state.pods.size + 1}`, body);
    state.pods.set(pod.id, pod);
    return send(201, pod);
  }
  const [, , , id = "", action] = url.split("/");
  const pod = state.pods.get(id);
  if (!pod) return fail({ status: 404, detail: "pod not found" });
  if (method === "GET") return send(200, pod);
  if (method === "DELETE") {
    state.pods.delete(id);
    return send(204);
  }
  if (action === undefined) return send(200, Object.assign(pod, body));
  const wanted = body["action"];
  const isValid = wanted === "start" ? pod.status === "EXITED" : pod.status !== "EXITED";
  if (!isValid) return fail({ status: 409, detail: "action not valid for the current status" });
  const isStart = wanted === "start";
  return send(
    200,
    Object.assign(pod, isStart ? { status: "RUNNING", cost: 0.44 } : { status: "EXITED", cost: 0 }),
  );
}

function podOf(id: string, body: Record<string, unknown>): Pod {
  return {
    id,
    args: "",
    env: {},
    registry: null,
    image: "runpod/pytorch",
    mounts: {},
    ...body,
    template: body["templateId"] ?? null,
    status: "PROVISIONING",
    actions: ["stop", "terminate"],
    cloud: "SECURE",
    dataCenterId: "US-KS-2",
    cudaVersion: "12.8",
    cost: 0.44,
    locked: false,
    runtime: null,
    createdAt: "2026-06-01T12:00:00Z",
    startedAt: null,
  };
}
