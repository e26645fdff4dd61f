import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import { fileNameRefusal, type Document } from "../../domain/provider/document.ts";
import type { Drone } from "../../domain/provider/drone.ts";
import { documentPlans, writeDocuments } from "./document-plan.ts";
import { dronePlans, writeDrones } from "./drone-plan.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { services, accounts } = server;
  const { viewer, other_customer, analyst } = accounts;
  const owner = { ...services, db: server.database.owner.db };
  await writeDrones(owner, {
    provider: analyst.customer_id,
    own: viewer.customer_id,
    other: other_customer.customer_id,
  });
  await writeDocuments(owner, analyst.id);
});
afterAll(() => server.close());

describe("the demo", () => {
  it("has drones that are retired, generic, unsupported and a customer's own", async () => {
    const drones = (await server.ask(api.drone.list, "analyst")).body as Drone[];
    expect(drones).toHaveLength(dronePlans.length);
    for (const is of [
      ({ retired }: Drone) => retired,
      ({ generic }: Drone) => generic,
      ({ supported }: Drone) => !supported,
      ({ customer_name }: Drone) => customer_name === "Helios Energy",
      ({ type }: Drone) => type === "drone_in_a_box",
    ]) {
      expect(drones.some(is)).toBe(true);
    }
  });

  it("offers the app for both series as a ZIP", async () => {
    for (const model of ["mavic_2_enterprise_dual", "matrice_4t"]) {
      const { body } = await server.ask(api.droneApp.downloadUrl, null, { params: { model } });
      const answer = await fetch(server.url + (body as { url: string }).url);
      const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      expect(Object.keys(entries)).toContain("AndroidManifest.xml");
    }
  });

  it("has documents with content, one of them protected", async () => {
    const list = async (as: "viewer" | "super_admin") =>
      (await server.ask(api.document.list, as)).body as Document[];
    const all = await list("super_admin");
    expect(all).toHaveLength(documentPlans.length);
    expect(await list("viewer")).toHaveLength(documentPlans.length - 1);
    for (const { id, file_name, bytes } of all) {
      expect(fileNameRefusal(file_name)).toBeNull();
      const params = { id };
      const { body } = await server.ask(api.document.download, "super_admin", { params });
      const text = String(body);
      if (file_name.endsWith(".pdf")) expect(text).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/);
      else expect(Buffer.byteLength(text)).toBeGreaterThanOrEqual(bytes - 3);
    }
  });
});
