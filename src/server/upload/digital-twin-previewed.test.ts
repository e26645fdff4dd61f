// An import that takes the files of its preview.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  collection,
  form,
  square,
  startTwinStand,
  type TwinStand,
} from "./digital-twin.fixture.ts";

let stand: TwinStand;
beforeAll(async () => {
  stand = await startTwinStand();
});
afterAll(() => stand.server.close());

type Files = Parameters<typeof form>[0];

const lat = -18.88;
const trackers = [0, 1, 2].map((i) => square(-70.11, lat + i * 1e-4, { pcs: `T${i}`, zona: "A" }));

async function plantWithTwin() {
  const plant = await stand.makePlant();
  const file = `${plant.name} trackers.geojson`;
  await stand.finish(await stand.send(plant.id, form({ [file]: collection(...trackers) })));
  return { ...plant, file };
}

it("imports the files of a preview without having them sent again", async () => {
  const { id, name, file } = await plantWithTwin();
  const staged = async () => {
    const keys: string[] = [];
    for await (const key of stand.server.services.files.list("upload/twin/")) keys.push(key);
    return keys;
  };
  expect(await staged()).toEqual([]);
  const files = { [file]: collection(trackers[0]) };
  const previewed = async (fields: Record<string, string>, sent: Files = files) => {
    const answer = await stand.send(id, form(sent, { preview: "1", ...fields }));
    return { task: await stand.finish(answer), id: (answer.body as { task_id: number }).task_id };
  };
  const earlier = await previewed({ mode: "add" });
  const preview = await previewed({ mode: "replace_all" });
  expect(await staged()).toHaveLength(1);
  const preview_task = String(preview.id);
  const gone = { status: 409, body: { problems: [{ reason: "twin_preview_gone" }] } };
  // Of another plant, of another user, of an earlier preview, and of no preview.
  const other = await plantWithTwin();
  expect(await stand.send(other.id, form({}, { preview_task }))).toMatchObject(gone);
  expect(await stand.send(id, form({}, { preview_task }), "super_admin")).toMatchObject(gone);
  expect(await stand.send(id, form({}, { preview_task: String(earlier.id) }))).toMatchObject(gone);
  expect(await stand.send(id, form({}, { preview_task: "999999" }))).toMatchObject(gone);
  expect(await stand.send(id, form({}, { preview_task, mode: "add" }))).toMatchObject({
    status: 400,
  });
  expect(await stand.send(id, form(files, { preview_task }))).toMatchObject({ status: 400 });
  expect(await staged()).toHaveLength(1);
  // Another preview of the same files.
  const parts = await previewed({ mode: "replace_parts", preview_task }, {});
  expect(parts.task).toMatchObject({ output: { result: { mode: "replace_parts" } } });
  const done = await stand.finish(
    await stand.send(id, form({}, { preview_task: String(parts.id) })),
  );
  const { by_type } = done.output.result as { by_type: unknown[] };
  expect(parts.task).toMatchObject({ output: { result: { by_type } } });
  expect(by_type[1]).toMatchObject({ component_type: "tracker", kept: 1, removed: 2 });
  expect(await staged()).toEqual([]);
  expect(await stand.send(id, form({}, { preview_task: String(parts.id) }))).toMatchObject(gone);
  // A preview that fails keeps nothing.
  const bad = await previewed(
    {},
    { [`${name} x.geojson`]: collection(square(10, 10, { type: "tracker" })) },
  ).catch(() => null);
  expect(bad?.task.state ?? "refused").not.toBe("SUCCESSFUL");
  expect(await staged()).toEqual([]);
});

it("says how many names change, and keeps those that the files do not say", async () => {
  const { id, name } = await plantWithTwin();
  const file = (...pcs: (string | null)[]) => {
    const features = pcs.map((one, i) =>
      square(-70.11, lat + i * 1e-4, { zona: "A", ...(one !== null && { pcs: one }) }),
    );
    return form({ [`${name} trackers.geojson`]: collection(...features) }, { preview: "1" });
  };
  const notesOf = async (body: FormData) => {
    const { output } = await stand.finish(await stand.send(id, body));
    return (output.result as { notes: unknown[] }).notes;
  };
  expect(await notesOf(file("N0", null, "N2"))).toEqual([
    { reason: "twin_names_change", values: { count: 2 } },
  ]);
  expect(await notesOf(file(null, null, null))).toEqual([]);
});
