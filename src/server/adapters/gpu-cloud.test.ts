import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import type { GpuServerForm } from "../../domain/provider/gpu-server.ts";
import type { GpuCloudAdapter } from "./gpu-cloud.ts";
import { openGpuCloud } from "./gpu-cloud-choice.ts";
import { openLocalGpuCloud } from "./gpu-cloud-local.ts";
import { openRunpod } from "./gpu-cloud-runpod.ts";
import {
  startGpuCloudStandIn,
  testKey,
  type GpuCloudStandIn,
} from "./gpu-cloud-stand-in.fixture.ts";

let cloud: GpuCloudStandIn;
let runpod: GpuCloudAdapter;
beforeAll(async () => {
  cloud = await startGpuCloudStandIn();
  runpod = openRunpod({ key: testKey, url: cloud.url, timeoutMs: patient(500) });
});
beforeEach(() => {
  cloud.asked.length = 0;
  cloud.failing = [];
  cloud.pods.clear();
});
afterAll(() => cloud.close());

const form: GpuServerForm = {
  name: "evaluation-1",
  template: "9x4m2p7v",
  gpu_type: "NVIDIA GeForce RTX 4090",
  gpu_count: 2,
  cpu_type: null,
  min_vcpu: 2,
  network_volume_id: "agv6w2qcg7",
  container_volume_gb: 80,
  ports: ["8888/http", "22/tcp"],
};
const reasonOf = (reason: string, code = "UNAVAILABLE") =>
  expect.objectContaining({ code, problems: [expect.objectContaining({ reason })] });

it("rents a server with GPUs, changes, stops, starts and ends it", async () => {
  const made = await runpod.create(form);
  expect(made).toEqual({
    id: "pod1",
    name: "evaluation-1",
    state: "PROVISIONING",
    template: "9x4m2p7v",
    image: "runpod/pytorch",
    gpu_type: "NVIDIA GeForce RTX 4090",
    gpu_count: 2,
    cpu_type: null,
    min_vcpu: null,
    network_volume_id: "agv6w2qcg7",
    container_volume_gb: 80,
    ports: ["8888/http", "22/tcp"],
    cost_per_hour: 0.44,
    locked: false,
    data_center: "US-KS-2",
    created_at: "2026-06-01T12:00:00Z",
  });
  expect(await runpod.stop("pod1")).toMatchObject({ state: "EXITED", cost_per_hour: 0 });
  expect(await runpod.start("pod1")).toMatchObject({ state: "RUNNING" });
  const changes = { locked: true, container_volume_gb: 100, name: "evaluation-2" };
  expect(await runpod.update("pod1", changes)).toMatchObject(changes);
  expect(await runpod.list()).toHaveLength(1);
  await runpod.terminate("pod1");
  expect(await runpod.list()).toEqual([]);
  expect(cloud.asked).toEqual([
    "POST /v2/pods",
    "POST /v2/pods/pod1/action",
    "POST /v2/pods/pod1/action",
    "PATCH /v2/pods/pod1",
    "GET /v2/pods",
    "DELETE /v2/pods/pod1",
    "GET /v2/pods",
  ]);
});

it("rents a server without GPUs by type and count of processors", async () => {
  const wanted = { ...form, gpu_type: null, cpu_type: "cpu5c", min_vcpu: 8 };
  expect(await runpod.create({ ...wanted, network_volume_id: null })).toMatchObject({
    gpu_type: null,
    gpu_count: 0,
    cpu_type: "cpu5c",
    min_vcpu: 8,
    network_volume_id: null,
  });
});

it("asks for GPUs alone where a processor is desired too, because the cloud refuses the pair", async () => {
  const made = await runpod.create({ ...form, cpu_type: "cpu5c", min_vcpu: 8 });
  expect(made).toMatchObject({ gpu_type: form.gpu_type, gpu_count: 2, cpu_type: null });
});

it("lists what can be rented, and the network volumes", async () => {
  expect(await runpod.offer()).toEqual({
    gpu_types: [
      {
        id: "NVIDIA GeForce RTX 4090",
        name: "RTX 4090",
        memory_gb: 24,
        cost_per_hour: 0.44,
        most: 8,
      },
    ],
    cpu_types: [{ id: "cpu5c", name: "Compute-Optimized", cost_per_vcpu_hour: 0.04 }],
    templates: [{ id: "9x4m2p7v", name: "PyTorch", serverless: false }],
  });
  expect(await runpod.networkVolumes()).toMatchObject([
    { id: "agv6w2qcg7", name: "surveys", size_gb: 500, data_center: "EU-RO-1" },
  ]);
});

it("says which key was rejected, without the key", async () => {
  const stranger = openRunpod({ key: "rpa_OTHER", url: cloud.url, timeoutMs: patient(500) });
  const refused = await stranger.list().catch((error: unknown) => error);
  expect(refused).toEqual(reasonOf("gpu_cloud_key", "CONFLICT"));
  expect(JSON.stringify(refused)).not.toContain("rpa_OTHER");
  expect(cloud.asked).toHaveLength(1);
});

it("says that a server is unknown, and that an action is refused", async () => {
  await expect(runpod.start("nothing")).rejects.toEqual(
    reasonOf("gpu_server_unknown", "RESOURCE_NOT_FOUND"),
  );
  await runpod.create(form);
  await expect(runpod.start("pod1")).rejects.toEqual(reasonOf("gpu_cloud_refused", "CONFLICT"));
});

it("repeats in the cloud's words that there is no capacity, and does not try again", async () => {
  const detail = "There are no longer any instances available with the requested specifications.";
  cloud.failing = [{ status: 400, detail }];
  const refused = await runpod.create(form).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: "CONFLICT",
    problems: [{ reason: "gpu_cloud_refused", values: { detail } }],
  });
  expect(cloud.asked).toHaveLength(1);
});

it("says that the balance is too low", async () => {
  cloud.failing = [{ status: 402, detail: "insufficient balance" }];
  await expect(runpod.create(form)).rejects.toEqual(reasonOf("gpu_cloud_balance", "CONFLICT"));
});

it.each([
  ["an error of the cloud", { status: 500 }],
  ["a cut answer", "cut"],
  ["no answer", "slow"],
] as const)("asks again after %s, and gives up after three times", async (_, failing) => {
  cloud.failing = [failing];
  expect(await runpod.list()).toEqual([]);
  expect(cloud.asked).toHaveLength(2);
  cloud.asked.length = 0;
  cloud.failing = [failing, failing, failing];
  await expect(runpod.list()).rejects.toEqual(reasonOf("gpu_cloud_away"));
  expect(cloud.asked).toHaveLength(3);
});

it.each([["an error", { status: 500 }] as const, ["a cut", "cut"] as const])(
  "does not rent a second server after %s",
  async (_, failing) => {
    cloud.failing = [failing];
    await expect(runpod.create(form)).rejects.toEqual(reasonOf("gpu_cloud_away"));
    expect(cloud.asked).toEqual(["POST /v2/pods"]);
  },
);

it("ends a server whose first answer was lost", async () => {
  await runpod.create(form);
  cloud.pods.clear();
  cloud.failing = [{ status: 502 }];
  await runpod.terminate("pod1");
  expect(cloud.asked.slice(1)).toEqual(["DELETE /v2/pods/pod1", "DELETE /v2/pods/pod1"]);
});

it("waits as long as the cloud asks, if that is short", async () => {
  cloud.failing = [{ status: 429, retryAfter: "0" }];
  await runpod.create(form);
  expect(cloud.asked).toHaveLength(2);
  cloud.failing = [{ status: 429, retryAfter: "3600" }];
  await expect(runpod.list()).rejects.toEqual(reasonOf("gpu_cloud_busy"));
  expect(cloud.asked).toHaveLength(3);
});

it("says that an answer is not as documented", async () => {
  cloud.pods.set("odd", { id: "odd", status: "DREAMING", locked: false });
  await expect(runpod.list()).rejects.toEqual(reasonOf("gpu_cloud_unclear"));
});

it("is imitated without a key, and in production there is none", async () => {
  const settings = {
    gpu_cloud_key: null,
    gpu_cloud_url: cloud.url,
    gpu_cloud_seconds: 1,
    production: false,
  };
  expect(openGpuCloud({ ...settings, production: true })).toBeNull();
  const rented = openGpuCloud({ ...settings, gpu_cloud_key: testKey });
  expect(await rented?.list()).toEqual([]);
  expect(await openGpuCloud(settings)?.list()).toEqual([]);
});

it("is imitated with the same states and costs", async () => {
  const local = openLocalGpuCloud();
  const { id } = await local.create({ ...form, gpu_type: "local-24" });
  expect(await local.read(id)).toMatchObject({ state: "RUNNING", cost_per_hour: 0.88 });
  expect(await local.stop(id)).toMatchObject({ state: "EXITED", cost_per_hour: 0 });
  await local.terminate(id);
  await expect(local.read(id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
});
