// The GPU cloud RunPod, through version 2 of its REST API (docs.runpod.io/api-reference-v2).

import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { failure, type Failure } from "../../domain/error.ts";
import { answerText, jsonOrNull, shownDetail } from "./outside-answer.ts";
import {
  gpuServerStates,
  type GpuServer,
  type GpuServerChanges,
  type GpuServerForm,
} from "../../domain/provider/gpu-server.ts";
import type { GpuCloudAdapter } from "./gpu-cloud.ts";

type Address = { readonly key: string; readonly url: string; readonly timeoutMs: number };
type Request = {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly body?: object;
  /** Two requests do what one does, so it may be sent again. */
  readonly isRepeatable?: boolean;
};

/** Pauses before a request is sent again. */
const pausesMs = [200, 800];
/** A longer pause that the cloud asks for is left to the user. */
const longestPauseMs = 5000;
/** Where a network volume is found in the container. */
const volumePath = "/workspace";

const podShape = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(gpuServerStates),
  image: z.string(),
  disk: z.number(),
  ports: z.array(z.string()),
  mounts: z.object({ network: z.array(z.object({ volumeId: z.string() })).optional() }),
  gpu: z.object({ id: z.string(), count: z.number().int().default(1) }).optional(),
  cpu: z.object({ id: z.string(), vcpuCount: z.number().int() }).optional(),
  template: z.string().nullable(),
  cost: z.number(),
  locked: z.boolean(),
  dataCenterId: z.string().nullable(),
  createdAt: z.string().nullable(),
});

const faultShape = z.object({ detail: z.string() });
const gpusShape = z.object({
  gpus: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      memory: z.number(),
      secure: z.boolean(),
      price: z.object({ secure: z.number() }),
      maxCount: z.object({ secure: z.number().int() }),
    }),
  ),
});
const cpusShape = z.object({
  cpus: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: z.object({ securePerVcpu: z.number() }),
    }),
  ),
});
const templatesShape = z.object({
  templates: z.array(z.object({ id: z.string(), name: z.string(), serverless: z.boolean() })),
});
const volumesShape = z.object({
  networkVolumes: z.array(
    z.object({ id: z.string(), name: z.string(), size: z.number().int(), dataCenter: z.string() }),
  ),
});

export function openRunpod(address: Address): GpuCloudAdapter {
  const ask = <T>(shape: z.ZodType<T>, path: string, request?: Request) =>
    send(address, path, request ?? {}).then((answer) => parsed(shape, answer));
  const pod = async (path: string, request?: Request) =>
    serverOf(await ask(podShape, `/v2/pods${path}`, request));
  const act = (id: string, action: "start" | "stop") =>
    // A second one is refused, because the server is then in another state.
    pod(`/${id}/action`, { method: "POST", body: { action } });
  return {
    async list() {
      const shape = z.object({ pods: z.array(podShape) });
      return (await ask(shape, "/v2/pods")).pods.map(serverOf);
    },
    read: (id) => pod(`/${id}`),
    create: (form) => pod("", { method: "POST", body: podRequest(form) }),
    start: (id) => act(id, "start"),
    stop: (id) => act(id, "stop"),
    async terminate(id) {
      await send(address, `/v2/pods/${id}`, { method: "DELETE", isRepeatable: true });
    },
    update: (id, changes) =>
      pod(`/${id}`, { method: "PATCH", body: podChanges(changes), isRepeatable: true }),
    async offer() {
      const [{ gpus }, { cpus }, { templates }] = await Promise.all([
        ask(gpusShape, "/v2/catalog/gpus"),
        ask(cpusShape, "/v2/catalog/cpus"),
        ask(templatesShape, "/v2/templates"),
      ]);
      return {
        gpu_types: gpus
          .filter(({ secure }) => secure)
          .map(({ id, name, memory: memory_gb, price, maxCount }) => {
            return { id, name, memory_gb, cost_per_hour: price.secure, most: maxCount.secure };
          }),
        cpu_types: cpus.map(({ id, name, price }) => {
          return { id, name, cost_per_vcpu_hour: price.securePerVcpu };
        }),
        templates: templates.filter(({ serverless }) => !serverless),
      };
    },
    async networkVolumes() {
      const { networkVolumes } = await ask(volumesShape, "/v2/network-volumes");
      return networkVolumes.map(({ size: size_gb, dataCenter: data_center, ...volume }) => {
        return { ...volume, size_gb, data_center };
      });
    },
  };
}

function serverOf(pod: z.output<typeof podShape>): GpuServer {
  return {
    id: pod.id,
    name: pod.name,
    state: pod.status,
    template: pod.template,
    image: pod.image,
    gpu_type: pod.gpu?.id ?? null,
    gpu_count: pod.gpu?.count ?? 0,
    cpu_type: pod.cpu?.id ?? null,
    min_vcpu: pod.cpu?.vcpuCount ?? null,
    network_volume_id: pod.mounts.network?.[0]?.volumeId ?? null,
    container_volume_gb: pod.disk,
    ports: pod.ports,
    cost_per_hour: pod.cost,
    locked: pod.locked,
    data_center: pod.dataCenterId,
    created_at: pod.createdAt,
  };
}

/** The cloud takes GPUs or a processor type, never both: the processor of a server with GPUs comes with them. */
function podRequest(form: GpuServerForm) {
  const { gpu_type, gpu_count, cpu_type, min_vcpu, network_volume_id: volumeId } = form;
  return {
    name: form.name,
    templateId: form.template,
    cloud: "SECURE",
    disk: form.container_volume_gb,
    ports: form.ports,
    ...(gpu_type !== null && { gpu: { id: gpu_type, count: gpu_count } }),
    ...(gpu_type === null && cpu_type !== null && { cpu: { id: cpu_type, vcpuCount: min_vcpu } }),
    ...(volumeId !== null && { mounts: { network: [{ volumeId, path: volumePath }] } }),
  };
}

function podChanges({ container_volume_gb: disk, ...changes }: GpuServerChanges) {
  return { ...changes, ...(disk !== undefined && { disk }) };
}

/** Sends a request, again where that is safe. @throws a failure with a reason for the user */
async function send(address: Address, path: string, request: Request): Promise<unknown> {
  const { method = "GET" } = request;
  const isRepeatable = request.isRepeatable ?? method === "GET";
  for (let attempt = 0; ; attempt += 1) {
    const answer = await sendOnce(address, path, { ...request, method });
    if ("content" in answer) {
      const isGone = method === "DELETE" && attempt > 0 && answer.status === 404;
      if (answer.status < 300 || isGone) return answer.content;
    }
    const pause = pauseBefore(answer, attempt);
    if (pause === null || !(isRepeatable || answer.status === 429))
      throw faultOf(answer, address.key);
    await sleep(pause);
  }
}

type Answer =
  | { readonly status: number; readonly content: unknown; readonly retryAfterMs: number | null }
  /** The cloud did not answer, or its answer was cut. */
  | { readonly status: 0; readonly cause: unknown };

async function sendOnce(
  { key, url, timeoutMs }: Address,
  path: string,
  { method, body }: Request,
): Promise<Answer> {
  try {
    const response = await fetch(`${url}${path}`, {
      ...(method && { method }),
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answerText(response);
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    return {
      status: response.status,
      content: jsonOrNull(text),
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : null,
    };
  } catch (cause) {
    return { status: 0, cause };
  }
}

/** Milliseconds until the request is sent again; null if that is no use. */
function pauseBefore(answer: Answer, attempt: number): number | null {
  const pause = pausesMs[attempt];
  const isPassing = answer.status === 0 || answer.status === 429 || answer.status >= 500;
  if (pause === undefined || !isPassing) return null;
  const asked = "retryAfterMs" in answer ? (answer.retryAfterMs ?? pause) : pause;
  return asked <= longestPauseMs ? asked : null;
}

function faultOf(answer: Answer, key: string): Failure {
  if (!("content" in answer)) return unavailable();
  const { status } = answer;
  const found = faultShape.safeParse(answer.content);
  const detail = found.success ? shownDetail(found.data.detail, [key], 300) : `HTTP ${status}`;
  if (status === 401 || status === 403) {
    return failure("CONFLICT", { reason: "gpu_cloud_key", values: { detail } });
  }
  if (status === 404) return failure("RESOURCE_NOT_FOUND", { reason: "gpu_server_unknown" });
  if (status === 402) return failure("CONFLICT", { reason: "gpu_cloud_balance" });
  if (status === 429) return failure("UNAVAILABLE", { reason: "gpu_cloud_busy" });
  if (status >= 500) return unavailable();
  // Too little capacity has no code of its own; its words are all there is.
  return failure("CONFLICT", { reason: "gpu_cloud_refused", values: { detail } });
}

function unavailable(): Failure {
  return failure("UNAVAILABLE", { reason: "gpu_cloud_away" });
}

/** @throws UNAVAILABLE for an answer that is not as documented */
function parsed<T>(shape: z.ZodType<T>, content: unknown): T {
  const result = shape.safeParse(content);
  if (!result.success) throw failure("UNAVAILABLE", { reason: "gpu_cloud_unclear" });
  return result.data;
}
