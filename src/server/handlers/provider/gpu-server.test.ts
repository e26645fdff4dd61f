import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { GpuServer, GpuServerForm } from "../../../domain/provider/gpu-server.ts";
import {
  startGpuCloudStandIn,
  testKey,
  type GpuCloudStandIn,
} from "../../adapters/gpu-cloud-stand-in.fixture.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { gpuServerWish } from "../../store/schema/server.ts";

let server: TestServer;
let cloud: GpuCloudStandIn;

beforeAll(async () => {
  cloud = await startGpuCloudStandIn();
  const environment = {
    GPU_CLOUD_KEY: testKey,
    GPU_CLOUD_URL: `${cloud.url}/`,
    GPU_CLOUD_SECONDS: "1",
  };
  server = await startTestServer(undefined, environment);
});
afterAll(async () => {
  await server.close();
  await cloud.close();
});

const form: GpuServerForm = {
  name: "evaluation-1",
  template: "9x4m2p7v",
  gpu_type: "NVIDIA GeForce RTX 4090",
  gpu_count: 2,
  cpu_type: null,
  min_vcpu: 2,
  network_volume_id: null,
  container_volume_gb: 80,
  ports: ["8888/http"],
};
const reasons = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);
const create = (body: GpuServerForm) => server.ask(api.gpuServer.create, "analyst", { body });
const actions = async () => {
  const rows = await server.database.owner.db.select().from(auditEntry).orderBy(auditEntry.id);
  return rows.map(({ action }) => action).filter((action) => action.endsWith("gpu_server"));
};

it("is rented, stopped, locked and ended by those with the permission, and recorded", async () => {
  const { id } = (await create(form)).body as GpuServer;
  const params = { gpu_server: id };
  const listed = await server.ask(api.gpuServer.list, "analyst");
  expect(listed.body).toMatchObject({
    configured: true,
    servers: [{ id, gpu_count: 2, cost_per_hour: 0.44, container_volume_gb: 80 }],
  });
  const stopped = await server.ask(api.gpuServer.stop, "analyst", { params });
  expect(stopped.body).toMatchObject({ state: "EXITED", cost_per_hour: 0 });
  const lock = (locked: boolean) =>
    server.ask(api.gpuServer.update, "analyst", { params, body: { locked } });
  expect((await lock(true)).body).toMatchObject({ locked: true });
  const refused = await server.ask(api.gpuServer.start, "analyst", { params });
  expect(reasons(refused.body)).toEqual(["server_locked"]);
  await lock(false);
  // Admins rent servers; super admins alone end them.
  expect((await server.ask(api.gpuServer.terminate, "analyst", { params })).status).toBe(403);
  const ended = await server.ask(api.gpuServer.terminate, "super_admin", { params });
  expect(ended.body).toEqual({ done: true });
  expect(await actions()).toEqual([
    "create_gpu_server",
    "stop_gpu_server",
    "update_gpu_server",
    "update_gpu_server",
    "terminate_gpu_server",
  ]);
});

it("is for the provider alone", async () => {
  expect((await server.ask(api.gpuServer.list, "tenant")).status).toBe(403);
  expect((await server.ask(api.gpuServer.create, "tenant", { body: form })).status).toBe(403);
  expect((await server.ask(api.gpuServer.list, "viewer")).status).toBe(403);
});

it("has GPUs and a desired processor together, and keeps both until it is ended", async () => {
  const wanted = { cpu_type: "cpu5c", min_vcpu: 8 };
  const made = await create({ ...form, ...wanted });
  expect(made.body).toMatchObject({ ...wanted, gpu_type: form.gpu_type, gpu_count: 2 });
  const { id } = made.body as GpuServer;
  const params = { gpu_server: id };
  for (const endpoint of [api.gpuServer.stop, api.gpuServer.start]) {
    expect((await server.ask(endpoint, "analyst", { params })).body).toMatchObject(wanted);
  }
  const listed = (await server.ask(api.gpuServer.list, "analyst")).body as {
    servers: GpuServer[];
  };
  expect(listed.servers.find((one) => one.id === id)).toMatchObject(wanted);
  await server.ask(api.gpuServer.terminate, "super_admin", { params });
  expect(await server.database.owner.db.select().from(gpuServerWish)).not.toContainEqual(
    expect.objectContaining({ id }),
  );
});

it("needs GPUs or a processor type, and always the least number of vCPUs", async () => {
  const refused = await create({ ...form, gpu_type: null });
  expect([refused.status, reasons(refused.body)]).toEqual([400, ["gpu_or_cpu"]]);
  const { min_vcpu: _, ...without } = form;
  expect((await create(without as GpuServerForm)).status).toBe(400);
});

it("is not recorded where the cloud refuses, and the user reads why", async () => {
  const before = (await actions()).length;
  cloud.failing = [{ status: 400, detail: "no longer any instances available" }];
  const full = await create(form);
  expect([full.status, reasons(full.body)]).toEqual([409, ["gpu_cloud_refused"]]);
  expect(JSON.stringify(full.body)).toContain("no longer any instances available");
  cloud.failing = ["cut"];
  const cut = await create(form);
  expect([cut.status, reasons(cut.body)]).toEqual([503, ["gpu_cloud_away"]]);
  const params = { gpu_server: "nothing" };
  const unknown = await server.ask(api.gpuServer.start, "analyst", { params });
  expect(unknown.status).toBe(404);
  expect((await actions()).length).toBe(before);
});
