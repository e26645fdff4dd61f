import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { failure } from "../../domain/error.ts";
import { openObjectFolder } from "../adapters/object-folder.ts";
import type { Part } from "../implement.ts";
import { receiveParts } from "./receive-parts.ts";

const folder = mkdtempSync(join(tmpdir(), "parts-"));
const files = await openObjectFolder(join(folder, "objects"));
afterAll(() => rmSync(folder, { recursive: true }));

const field = (name: string, value: string): Part => ({ kind: "field", name, value });
const file = (name: string, ...chunks: (string | Error)[]): Part => ({
  kind: "file",
  name,
  file_name: `${name}.bin`,
  stream: Readable.from(
    (function* () {
      for (const chunk of chunks) {
        if (chunk instanceof Error) throw chunk;
        yield Buffer.from(chunk);
      }
    })(),
  ),
});
async function* sent(...parts: Part[]) {
  yield* parts;
}
const keys = async () => {
  const found: string[] = [];
  for await (const key of files.list("")) found.push(key);
  return found;
};

describe("the parts of an upload", () => {
  it("are taken in the order sent, each read in its own way", async () => {
    const taken: string[] = [];
    const parts = sent(
      field("a", "1"),
      file("memory", "ab", "cd"),
      field("b", "2"),
      file("store", "ef", "gh"),
      file("disk", "ij", "kl"),
    );
    const path = join(folder, "saved");
    const form = {
      onField: (name: string, value: string) => void taken.push(name + value),
      onFile: async (one: Parameters<Parameters<typeof receiveParts>[2]["onFile"]>[0]) => {
        const { head, isWhole } = await one.peek(3);
        taken.push(`${one.field} ${head.toString()} ${isWhole}`);
        if (one.field === "memory") taken.push((await one.buffer()).toString());
        else if (one.field === "store") taken.push(String(await one.store("kept/a")));
        else taken.push(String(await one.save(path)));
      },
    };
    expect(await receiveParts(files, parts, form, async () => taken.join())).toBe(
      "a1,memory abcd false,abcd,b2,store efgh false,4,disk ijkl false,4",
    );
    expect((await files.read("kept/a")).toString()).toBe("efgh");
    expect(readFileSync(path, "utf8")).toBe("ijkl");
    await files.remove("kept/a");
  });

  it.each([
    ["field_unknown", field("c", "1"), "c"],
    ["field_unknown", file("other", "x"), "other"],
    ["field_twice", field("a", "2"), "a"],
    ["field_twice", file("file", "x"), "file"],
  ])("are refused: %s", async (reason, part, name) => {
    const form = {
      fields: ["a"],
      files: ["file"],
      onFile: async (one: { store(key: string): Promise<number> }) => {
        await one.store("kept/b");
      },
    };
    const parts = sent(field("a", "1"), file("file", "x"), part);
    await expect(receiveParts(files, parts, form, async () => 1)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      problems: [{ reason, field: name }],
    });
    expect(await keys()).toEqual([]);
  });

  it("leave nothing in the store where a later part or the end fails", async () => {
    const form = {
      onFile: async (one: { field: string; store(key: string): Promise<number> }) => {
        await one.store(`kept/${one.field}`);
      },
    };
    const broken = sent(file("one", "x"), file("two", "y", new Error("the line broke")));
    await expect(receiveParts(files, broken, form, async () => 1)).rejects.toThrow("body_broken");
    expect(await keys()).toEqual([]);
    const refused = receiveParts(files, sent(file("one", "x")), form, async (put) => {
      await put("kept/beside", Buffer.from("z"));
      expect(await keys()).toEqual(["kept/beside", "kept/one"]);
      throw failure("CONFLICT");
    });
    await expect(refused).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await keys()).toEqual([]);
  });

  it("are refused where a file passes its own limit or the reader cut it, however it is read", async () => {
    const ways = ["buffer", "store", "save", "peek"] as const;
    for (const way of ways) {
      const take = (maxBytes: () => number, part: Part) =>
        receiveParts(
          files,
          sent(part),
          {
            maxBytes,
            tooLarge: { reason: "file_too_large", values: { most: 1 } },
            async onFile(one) {
              if (way === "buffer") await one.buffer();
              else if (way === "store") await one.store("kept/c");
              else if (way === "save") await one.save(join(folder, "c"));
              else await one.peek(100);
            },
          },
          async () => "taken",
        );
      expect(await take(() => 4, file("file", "ab", "cd"))).toBe("taken");
      await files.remove("kept/c");
      const tooLarge = { code: "TOO_LARGE", problems: [{ reason: "file_too_large" }] };
      await expect(take(() => 3, file("file", "ab", "cd"))).rejects.toMatchObject(tooLarge);
      const cut = file("file", "ab");
      Object.assign((cut as { stream: object }).stream, { truncated: true });
      await expect(take(() => 9, cut)).rejects.toMatchObject(tooLarge);
      expect(await keys()).toEqual([]);
    }
  });
});
