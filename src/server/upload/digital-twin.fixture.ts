// A server with plants to import digital twins into, for tests.
import { createHash } from "node:crypto";
import { expect } from "vitest";
import { startTestServer, type AccountKey, type Answer } from "../../../tests/fixtures/http.ts";
import { jobs } from "../../../workers/jobs/index.ts";
import { api } from "../../api/index.ts";
import type { Technology } from "../../domain/component/component.ts";
import { runTask } from "../job/job-runner.ts";
import { plant } from "../store/schema/plant.ts";

export type FinishedTask = {
  readonly state: string;
  readonly output: {
    readonly error: string | null;
    readonly problems: readonly { readonly reason: string; readonly message: string }[];
    readonly result: Record<string, unknown> | null;
  };
};

export async function startTwinStand() {
  const server = await startTestServer();
  const { owner } = server.database;
  let plants = 0;
  return {
    server,
    /** A plant of the viewer's customer without a twin. */
    async makePlant(name = `Pampa ${++plants}`, technology: Technology = "photovoltaic") {
      const [row] = await owner.db
        .insert(plant)
        .values({
          name,
          customer_id: server.accounts.viewer.customer_id,
          technology,
          nominal_capacity: 1,
          lon: -70.11,
          lat: -18.88,
        })
        .returning();
      return { id: row!.id, name };
    },
    send: (id: number, body: FormData, as: AccountKey = "analyst", headers = {}) =>
      server.ask(api.digitalTwin.importFiles, as, { params: { id }, body }, headers),
    /** Runs what the server launched and answers the finished task. */
    async finish(answer: Answer): Promise<FinishedTask> {
      expect(answer).toMatchObject({ status: 200, body: { task_id: expect.any(Number) } });
      const { task_id } = answer.body as { task_id: number };
      const services = { ...server.services, db: owner.db };
      await runTask(services, new Map(jobs.map((job) => [job.name, job])), task_id);
      const { body } = await server.ask(api.task.read, "analyst", { params: { id: task_id } });
      return body as FinishedTask;
    },
    /** What an import may change: rows of the tables, objects with their content; uploads only if asked for. */
    async digest(tables = ["plant", "twin", "task"], isWithUploads = true): Promise<string> {
      const hash = createHash("sha256");
      for (const table of tables) {
        const { rows } = await owner.pool.query(
          `select md5(string_agg(t::text, '|' order by t::text)) as sum from ${table} t`,
        );
        hash.update(JSON.stringify(rows));
      }
      for await (const key of server.services.files.list("")) {
        if (!isWithUploads && key.startsWith("upload/")) continue;
        hash.update(key).update(await server.services.files.read(key));
      }
      return hash.digest("hex");
    },
  };
}
export type TwinStand = Awaited<ReturnType<typeof startTwinStand>>;

export function form(
  files: Readonly<Record<string, string | Uint8Array>>,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, content] of Object.entries(files)) {
    body.append("files", new Blob([content as BlobPart]), name);
  }
  return body;
}

/** A feature of about 10 m by 2 m whose south-west corner lies at the position. */
export const square = (x: number, y: number, properties: Record<string, unknown> = {}) => ({
  type: "Feature",
  properties,
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [x, y],
        [x + 1e-4, y],
        [x + 1e-4, y + 2e-5],
        [x, y + 2e-5],
        [x, y],
      ],
    ],
  },
});

export const collection = (...features: unknown[]) =>
  JSON.stringify({ type: "FeatureCollection", features });
