// Files that an earlier version has read without what this one finds in them are read again after an update.
import { afterEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { fillTables } from "../../../tests/fixtures/old-rows.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { migrate, migrateTo } from "./migrate.ts";

/** `when` of the last migration before those that read files again. */
const beforeFrames = 1_796_014_152_043;
const beforeColours = 1_796_014_153_043;

let database: TestDatabase;
afterEach(() => database.close());

type File = {
  readonly name: string;
  readonly state?: string;
  readonly fault?: string;
  readonly lon?: number;
  readonly size?: readonly [width: number, height: number];
  readonly is_thermal?: boolean;
  readonly is_radiometric?: boolean;
};

/** Files of one analysis, the last of them also in another one, as they were; the names that wait after the update, and the tasks. */
async function readAgain(before: number, files: readonly File[]) {
  database = await openTestDatabase();
  const { pool } = database.owner;
  await pool.query("drop schema public cascade; drop schema drizzle cascade; create schema public");
  await migrateTo(database.ownerUrl, before);
  await fillTables(pool, 2);
  await pool.query("delete from task; delete from analysis_file");
  const { rows: analyses } = await pool.query<{ id: number }>(
    "select id from analysis order by id",
  );
  const [one, other] = analyses;
  const insert = (analysis_id: number, file: File) => {
    const { name, state = "read", fault = null, lon = null, size = [null, null] } = file;
    const { is_thermal = null, is_radiometric = null } = file;
    return pool.query(
      `insert into analysis_file
        (analysis_id, file_name, name_key, object, bytes, sha256, reading_state, reading_fault, lon,
         width, height, is_thermal, is_radiometric)
        values ($1, $2, $2, $3, 1, 'a', $4, $5, $6, $7, $8, $9, $10)`,
      [
        analysis_id,
        name,
        `${analysis_id} ${name}`,
        state,
        fault,
        lon,
        ...size,
        is_thermal,
        is_radiometric,
      ],
    );
  };
  for (const file of files) await insert(one!.id, file);
  await insert(other!.id, files.at(-1)!);
  await migrate(database);
  const waiting = await pool.query<{ file_name: string }>(
    "select file_name from analysis_file where reading_state = 'waiting' order by id",
  );
  const { rows: tasks } = await pool.query(
    "select name, state, input, analysis_id, plant_id is not null as has_plant from task",
  );
  const id = one!.id;
  const task = { name: "read_analysis_files", state: "PENDING", has_plant: true };
  expect(tasks).toEqual([{ ...task, input: { analysis_id: id }, analysis_id: id }]);
  return waiting.rows.map(({ file_name }) => file_name);
}

const [frame, photo] = [
  [640, 512],
  [4000, 3000],
] as const;

test(
  "exported TIFFs and HEIC images of before wait to be read, by one task of their analysis",
  async () => {
    const waiting = await readAgain(beforeFrames, [
      { name: "frame.tif", size: frame },
      { name: "tagged.TIFF", lon: -70, size: frame },
      { name: "broken.tif", state: "unreadable", fault: "image_broken" },
      { name: "map.tif", lon: -70 },
      { name: "phone.heic", state: "unreadable", fault: "image_heic" },
      { name: "notes.csv" },
      { name: "photo.jpg", lon: -70, size: photo },
    ]);
    expect(waiting).toEqual(["frame.tif", "tagged.TIFF", "broken.tif", "phone.heic"]);
  },
  patient(120_000),
);

test(
  "small JPEGs that do not say what they show wait to be read",
  async () => {
    const waiting = await readAgain(beforeColours, [
      { name: "colours.jpg", size: frame },
      { name: "turned.JPEG", size: [512, 640], is_radiometric: false },
      { name: "heat.jpg", size: frame, is_radiometric: true },
      { name: "said.jpg", size: frame, is_thermal: true },
      { name: "wide.jpg", size: frame, is_thermal: false },
      { name: "broken.jpg", state: "unreadable", fault: "image_broken", size: frame },
      { name: "frame.tif", size: frame },
      { name: "notes.csv" },
      { name: "photo.jpg", size: photo },
    ]);
    expect(waiting).toEqual(["colours.jpg", "turned.JPEG"]);
  },
  patient(120_000),
);
