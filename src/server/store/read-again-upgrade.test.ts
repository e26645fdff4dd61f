// Files that an earlier version has read without what this one finds in them are read again after an update.
import { afterEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { fillTables } from "../../../tests/fixtures/old-rows.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { migrate, migrateTo } from "./migrate.ts";

/** `when` of the last migration before. */
const before = 1_796_014_152_043;

let database: TestDatabase;
afterEach(() => database.close());

test(
  "exported TIFFs and HEIC images of before wait to be read, by one task of their analysis",
  async () => {
    database = await openTestDatabase();
    const { pool } = database.owner;
    await pool.query(
      "drop schema public cascade; drop schema drizzle cascade; create schema public",
    );
    await migrateTo(database.ownerUrl, before);
    await fillTables(pool, 2);
    await pool.query("delete from task; delete from analysis_file");
    const { rows: analyses } = await pool.query<{ id: number }>(
      "select id from analysis order by id",
    );
    const [one, other] = analyses;
    const files = [
      // name, state, fault, longitude, width
      ["frame.tif", "read", null, null, 640],
      ["tagged.TIFF", "read", null, -70, 640],
      ["broken.tif", "unreadable", "image_broken", null, null],
      ["map.tif", "read", null, -70, null],
      ["phone.heic", "unreadable", "image_heic", null, null],
      ["photo.jpg", "read", null, -70, 4000],
      ["notes.csv", "read", null, null, null],
    ] as const;
    const insert = (
      analysis_id: number,
      [name, state, fault, lon, width]: (typeof files)[number],
    ) =>
      pool.query(
        `insert into analysis_file
          (analysis_id, file_name, name_key, object, bytes, sha256, reading_state, reading_fault, lon, width)
          values ($1, $2, $2, $3, 1, 'a', $4, $5, $6, $7)`,
        [analysis_id, name, `${analysis_id} ${name}`, state, fault, lon, width],
      );
    for (const file of files) await insert(one!.id, file);
    await insert(other!.id, files[5]);
    await migrate(database);
    const { rows } = await pool.query<{ file_name: string }>(
      "select file_name from analysis_file where reading_state = 'waiting' order by id",
    );
    expect(rows.map(({ file_name }) => file_name)).toEqual([
      "frame.tif",
      "tagged.TIFF",
      "broken.tif",
      "phone.heic",
    ]);
    const tasks = await pool.query(
      "select name, state, input, analysis_id, plant_id is not null as has_plant from task",
    );
    expect(tasks.rows).toEqual([
      {
        name: "read_analysis_files",
        state: "PENDING",
        input: { analysis_id: one!.id },
        analysis_id: one!.id,
        has_plant: true,
      },
    ]);
  },
  patient(120_000),
);
