// With the real tables of the Chilean plant: their names, and module files that have none.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { sharedData } from "../../../../tests/fixtures/shared-data.ts";
import { api } from "../../../api/index.ts";
import { buildTwin } from "../../../domain/twin/twin-build.ts";
import type { Nomenclature, Renames } from "../../../domain/twin/nomenclature.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { plant } from "../../store/schema/plant.ts";
import { publishTwin, readDerivedTypes, readTwin } from "../../store/plant/twin.ts";
import { readLevel } from "../../store/plant/twin-object.ts";
import { bufferSource } from "../../geo-file/buffer-source.ts";
import { readTwinFiles } from "../../twin-file/read-files.ts";

const data = sharedData();
const file = (name: string) => readFileSync(join(data ?? "", "plant-geometry/pampa", name));
const tables = ["Mesa_BP-A-1.kml", "Mesa_BP-A-2.kml", "Mesa_BP-A-5.kml"];

describe.skipIf(data === null)("the names of the Chilean tables", () => {
  let server: TestServer;
  let id = 0;
  beforeAll(async () => {
    server = await startTestServer();
    const { db } = server.database.owner;
    const [row] = await db
      .insert(plant)
      .values({
        customer_id: server.accounts.viewer.customer_id,
        name: "Pampa",
        technology: "photovoltaic",
        nominal_capacity: 5,
        lon: -70.112,
        lat: -18.885,
      })
      .returning();
    id = row!.id;
    const sources = tables.map((name) => bufferSource(`Pampa ${name}`, file(name)));
    const about = { name: "Pampa", technology: "photovoltaic" as const };
    const { draft } = await readTwinFiles(sources, about, new Set());
    const { files } = server.services;
    await publishTwin({ db, files }, buildTwin(draft), {
      plant: { id, twin_version: 0 },
      report: { made: { tracker_group: 3 } },
      created_by: null,
    });
  });
  afterAll(() => server.close());

  const validate = (name: string, bytes: Uint8Array, as: AccountKey = "analyst") => {
    const body = new FormData();
    body.append("file", new Blob([bytes as BlobPart]), name);
    return server.ask(api.nomenclature.validate, as, { params: { id }, body });
  };
  const rename = (body: Renames, as: AccountKey = "analyst") =>
    server.ask(api.nomenclature.rename, as, { params: { id }, body });
  const outcome = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { problems?: { reason: string }[] }).problems?.[0]?.reason ?? null,
  ];
  const level = async () => {
    const { db } = server.database.owner;
    const twin = (await readTwin(db, id))!;
    const tracker = twin.levels.find(({ component_type }) => component_type === "tracker")!;
    return { twin, tracker, read: await readLevel(server.services.files, tracker) };
  };
  const renamedFile = (text: string) =>
    Buffer.from(file(tables[0]!).toString("utf8").replaceAll("<name>Mesa_", `<name>${text}`));

  it("are found where the tables stand; the file changes nothing that is so already", async () => {
    for (const [name, count] of [
      ["Mesa_BP-A-1.kml", 64],
      ["Mesa_BP-A-5.kml", 44],
    ] as const) {
      const { status, body } = await validate(name, file(name));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        component_type: "tracker",
        name_count: count,
        renames: [],
        same_count: count,
        unnamed_count: 172 - count,
        lost_count: 0,
        crowded_count: 0,
      });
    }
  });

  it("are missing in the module files", async () => {
    const name = "Paneles_BP-A-1.kml";
    expect(outcome(await validate(name, file(name)))).toEqual([422, "kml_no_tracker_names"]);
    expect(
      ((await validate(name, file(name))).body as { problems: { message: string }[] }).problems[0]
        ?.message,
    ).toMatch(/No tracker names found/);
  });

  it("change with their IDs, rows and geometry kept", async () => {
    const before = await level();
    const found = (await validate("new.kml", renamedFile("T-"))).body as Nomenclature;
    expect(found.renames).toHaveLength(64);
    const first = found.renames.find(({ was }) => was === "Mesa_001")!;
    expect(first.pcs).toBe("T-001");
    const { component_type, twin_version, renames } = found;
    const wanted = renames.map(({ dt_id, pcs }) => ({ dt_id, pcs }));
    // Seen, not written.
    expect((await level()).twin.version).toBe(before.twin.version);
    const { status, body } = await rename({ component_type, twin_version, renames: wanted });
    expect([status, body]).toEqual([
      200,
      { renamed_count: 64, twin_version: before.twin.version + 1 },
    ]);
    const after = await level();
    expect(after.tracker.geometry).toBe(before.tracker.geometry);
    const newName = new Map(wanted.map(({ dt_id, pcs }) => [dt_id, pcs]));
    for (let row = 0; row < before.read.names.count; row++) {
      const dt_id = before.read.names.dtId(row);
      expect(after.read.names.dtId(row)).toBe(dt_id);
      expect(after.read.names.pcs(row)).toBe(newName.get(dt_id) ?? before.read.names.pcs(row));
    }
    expect(after.twin.levels.filter(({ component_type: type }) => type !== "tracker")).toEqual(
      before.twin.levels.filter(({ component_type: type }) => type !== "tracker"),
    );
    const { db } = server.database.owner;
    // What the next import of files asks of this twin.
    expect(await readDerivedTypes(db, id)).toEqual(new Set(["tracker_group"]));
    const entries = await db
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.action, "rename_components"))
      .orderBy(auditEntry.id);
    expect(entries).toHaveLength(1);
    // A second user had read the names before.
    expect(outcome(await rename({ component_type, twin_version, renames: wanted }))).toEqual([
      409,
      "twin_changed",
    ]);
  });

  it("are refused where they would be wrong", async () => {
    const { twin, read } = await level();
    const names = (renames: Renames["renames"]) =>
      rename({ component_type: "tracker", twin_version: twin.version, renames }).then(outcome);
    const [a, b] = [0, 1].map((row) => read.names.dtId(row));
    expect(await names([{ dt_id: "nothing", pcs: "A" }])).toEqual([400, "pcs_unknown_component"]);
    const twice = [a!, a!].map((dt_id, at) => ({ dt_id, pcs: `A${at}` }));
    expect(await names(twice)).toEqual([400, "pcs_renamed_twice"]);
    const row = [1, 2, 3].find((one) => read.geometry.parent[one] === read.geometry.parent[0]);
    if (row !== undefined) {
      const same = [{ dt_id: a!, pcs: read.names.pcs(row) }];
      expect(await names(same)).toEqual([400, "pcs_repeated"]);
    }
    expect(b).not.toBe(a);
    expect((await validate("a.kml", file(tables[0]!), "viewer")).status).toBe(403);
    expect(outcome(await validate("a.kml", Buffer.from("<kml><Placemark>")))[0]).toBe(422);
    expect((await level()).twin.version).toBe(twin.version);
  });
});
