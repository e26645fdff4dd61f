// The list of all analyses reads its tables in another way than one analysis does.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { startTestServer, type TestServer } from "../../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../../tests/fixtures/plants.ts";
import { api } from "../../../../api/index.ts";
import { analysisShape, type Analysis } from "../../../../domain/analysis/analysis.ts";
import { session } from "../../schema/account.ts";
import { analysisProductPackage, evaluationBatch } from "../../schema/analysis.ts";
import { analysisFile, analysisUpload } from "../../schema/analysis-file.ts";
import { analysis, analysisColumn, resultImage } from "../../schema/plant.ts";
import { disabledKeyFigure, productPackage } from "../../schema/provider.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it("has the same fields in the list of all analyses as in each of them", async () => {
  const own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const other = await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
  const { db } = server.database.owner;
  const analysis_id = own.released_id;
  const packages = await db
    .insert(productPackage)
    .values([{ name: "Thermal" }, { name: "geometry" }])
    .returning();
  await db
    .insert(analysisProductPackage)
    .values(packages.map(({ id }) => ({ analysis_id, product_package_id: id })));
  const image = { analysis_id, component_type: "module" as const, dt_id: "M1" };
  await db.insert(resultImage).values(
    ["a.jpg", "b.jpg"].map((file_name) => ({
      ...image,
      file_name,
      kind: "rgb" as const,
      full: file_name,
      thumb: file_name,
      content_type: "image/jpeg" as const,
      width: 640,
      height: 512,
    })),
  );
  // PostgreSQL keeps microseconds, answers have milliseconds.
  const times = { flown_at: "2026-03-29T01:59:59.9996+02:00", released_at: "2026-05-01T12:00:00Z" };
  await db.update(analysis).set(times).where(eq(analysis.id, analysis_id));
  const file = { analysis_id, file_name: "a.jpg", bytes: 1, object: "a" };
  await db.insert(analysisFile).values({ ...file, name_key: "a.jpg", sha256: "0".repeat(64) });
  const upload = { analysis_id, file_name: "b.jpg", name_key: "b.jpg", bytes: 1, handle: "h" };
  await db.insert(analysisUpload).values([
    { ...upload, object: "b" },
    { ...upload, object: "c", state: "finished" },
  ]);
  await db.insert(evaluationBatch).values([
    { plant_id: own.plant_id, number: 2, name: "South" },
    { plant_id: own.plant_id, number: 7, name: "unused" },
    { plant_id: other.plant_id, number: 2, name: "Elsewhere" },
  ]);
  await db
    .update(analysisColumn)
    .set({ eval_batch_num: 2 })
    .where(eq(analysisColumn.analysis_id, analysis_id));
  await db.insert(disabledKeyFigure).values({ plant_id: other.plant_id, key_figure_id: 1 });
  const listed = async () => {
    const { body } = await server.ask(api.analysis.list, "super_admin");
    const all = z.array(analysisShape).parse(body);
    expect(all).toHaveLength(6);
    for (const one of all) {
      const params = { id: one.id };
      expect((await server.ask(api.analysis.read, "super_admin", { params })).body).toEqual(one);
    }
    return all;
  };
  const idsOfOther = (all: readonly Analysis[]) =>
    all.find(({ id }) => id === other.released_id)?.key_figure_ids;
  const all = await listed();
  expect(idsOfOther(all)).toEqual([]);
  await db
    .update(session)
    .set({ show_all_key_figures: true })
    .where(eq(session.account_id, server.accounts.super_admin.id));
  expect(idsOfOther(await listed())).toEqual([1]);
  expect(all.find(({ id }) => id === analysis_id)).toMatchObject({
    flown_at: "2026-03-28T23:59:59.999Z",
    released_at: "2026-05-01T12:00:00.000Z",
    key_figure_ids: [1],
    image_count: 2,
    product_packages: [{ name: "geometry" }, { name: "Thermal" }],
    evaluation_batches: [{ number: 2, name: "South" }],
    file_count: 1,
    running_uploads: 1,
  });
});
