import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { keyFigureApi as calls } from "../../../api/plant/key-figure.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Row = {
  id: number;
  key: string;
  technology: string;
  name: string;
  classes: { key: string; name: string }[];
};
type Words = Record<string, { name: string; description: string; classes: Record<string, string> }>;

const locales = join(import.meta.dirname, "..", "..", "..", "..", "locales");
const wordsOf = (locale: string) =>
  JSON.parse(readFileSync(join(locales, locale, "key-figure.json"), "utf8")) as Words;
const ask = async (call: (typeof calls)[keyof typeof calls], more = {}) =>
  (await server.ask(call, "viewer", more)).body;

describe("the catalogue", () => {
  it("has every key figure once, with ids from 1 to 97", async () => {
    const rows = (await ask(calls.list)) as Row[];
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 97 }, (_, i) => i + 1));
  });

  it("has technologies from the top of their hierarchy down, each with its key figures", async () => {
    const rows = (await ask(calls.list)) as Row[];
    const idsOf = (technology: string) =>
      rows.filter((row) => row.technology === technology).map(({ id }) => id);
    expect(await ask(calls.listTechnologies)).toEqual([
      {
        technology: "parabolic_trough",
        component_types: [
          { component_type: "loop", parent: null },
          { component_type: "sca", parent: "loop" },
          { component_type: "sce", parent: "sca" },
          { component_type: "absorber_tube", parent: "sce" },
          { component_type: "mirror", parent: "sce" },
        ],
        key_figure_ids: idsOf("parabolic_trough"),
      },
      {
        technology: "photovoltaic",
        component_types: [
          { component_type: "tracker_group", parent: null },
          { component_type: "tracker", parent: "tracker_group" },
          { component_type: "module", parent: "tracker" },
        ],
        key_figure_ids: idsOf("photovoltaic"),
      },
    ]);
  });

  it("is named in the language that is asked for, and in English by default", async () => {
    for (const technology of ["parabolic_trough", "photovoltaic"]) {
      for (const locale of [undefined, "en", "es", "pt"]) {
        const query = locale === undefined ? {} : { locale };
        const rows = (await ask(calls.listNamed, { params: { technology }, query })) as Row[];
        const words = wordsOf(locale ?? "en");
        expect(rows.length).toBeGreaterThan(10);
        for (const { key, name, classes } of rows) {
          expect(name).toBe(words[key]?.name);
          const known = words[key]?.classes ?? {};
          expect(classes.map((one) => one.name)).toEqual(classes.map((one) => known[one.key]));
        }
      }
    }
  });

  it("refuses other languages and technologies", async () => {
    const headers = { authorization: `Bearer ${server.accounts.viewer.token}` };
    const status = async (technology: string, locale = "en") =>
      (
        await server.fetch(`/api/auth/performance-indicators/${technology}?locale=${locale}`, {
          headers,
        })
      ).status;
    expect(await status("photovoltaic", "de")).toBe(400);
    expect(await status("wind")).toBe(400);
  });
});
