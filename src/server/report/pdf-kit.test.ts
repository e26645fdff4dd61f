import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SaxesParser } from "saxes";
import { afterAll, expect, it } from "vitest";
import { openKit } from "./pdf-kit.ts";

const folder = mkdtempSync(join(tmpdir(), "pdf-kit-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The texts of the metadata, by the element that holds them. @throws where the XML is malformed */
function metadataOf(file: Buffer): Map<string, string> {
  const text = file.toString("utf8");
  const begin = text.indexOf("<?xpacket begin");
  const xml = text.slice(begin, text.indexOf("<?xpacket end", begin));
  const [found, open] = [new Map<string, string>(), [] as string[]];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => open.push(name));
  parser.on("closetag", () => open.pop());
  parser.on("text", (part) => {
    const holder = open.find((name) => name.startsWith("dc:"));
    if (holder && part.trim() !== "") found.set(holder, part);
  });
  parser.on("error", (fault) => {
    throw fault;
  });
  parser.write(xml).close();
  return found;
}

it.each(['R&D <north> "A" ]]> \u0007', "Señal ±5 °C – 100 %", "plain"])(
  "the metadata of %j are well-formed and say the title and the author",
  async (title) => {
    const path = join(folder, "one.pdf");
    const kit = openKit(path, {
      title,
      author: "Sun & Co",
      lang: "en",
      created: new Date("2026-11-28T08:00:00Z"),
      colour: "#123456",
      foot: "foot",
      page: (number, count) => `${number}/${count}`,
      lost: (codes) => codes,
    });
    kit.doc.addPage();
    await kit.close();
    const file = readFileSync(path);
    const readable = title.replace("\u0007", "");
    expect(metadataOf(file)).toEqual(
      new Map([
        ["dc:title", readable],
        ["dc:creator", "Sun & Co"],
      ]),
    );
  },
);
