import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ignoredTop, topLevel } from "./rooms.ts";
import { readSource, readSources, type SourceFile } from "./import-graph.ts";
import * as rules from "./import-rules.ts";

const root = join(import.meta.dirname, "..");
const code = ["src", "layers", "tools", "workers", "tests", "vite.config.ts"];
const files = readSources(root, code);

/** Files that break a rule, as path and text. */
const broken: Record<keyof typeof rules, Record<string, string>[]> = {
  roomRule: [
    { "src/domain/plant.ts": 'import { read } from "../server/store/plant.ts";' },
    { "src/ui/button.tsx": 'import type { Plant } from "../domain/plant.ts";' },
    { "src/panels/plant/list.tsx": 'const load = () => import("../../client/call.ts");' },
    { "layers/area.ts": 'type Area = import("../src/api/plant/plant.ts").Area;' },
    {
      "src/state/plant.ts": 'new Worker(new URL("../../workers/browser/csv.ts", import.meta.url));',
    },
    { "workers/jobs/twin.ts": 'import { openApp } from "../../src/server/http.ts";' },
    { "src/attic/plant.ts": "" },
  ],
  libraryRule: [
    { "src/panels/plant/list.tsx": 'import { ofetch } from "ofetch";' },
    { "src/domain/plant.ts": 'import { readFileSync } from "node:fs";' },
    { "src/panels/plant/map.tsx": 'import { Map } from "maplibre-gl";' },
    { "src/panels/plant/map.tsx": 'import { Deck } from "@deck.gl/core";' },
    { "layers/area.ts": 'import { MapLibreOverlay } from "@deck.gl/maplibre";' },
    { "src/state/plant.ts": 'import { useState } from "react";' },
    { "src/api/plant/plant.ts": 'import type { PgTable } from "drizzle-orm/pg-core";' },
  ],
  siblingRule: [
    { "layers/area.ts": 'import { paint } from "./label.ts";' },
    { "src/panels/plant/list.tsx": 'import { Card } from "../analysis/card.tsx";' },
    { "src/server/handlers/plant/plant.ts": 'import { x } from "./session.ts";' },
    { "workers/jobs/twin.ts": 'import { x } from "./result.ts";' },
  ],
  cycleRule: [
    {
      "src/domain/a.ts": 'import { b } from "./b.ts"; export const a = b;',
      "src/domain/b.ts": 'import type { C } from "./c.ts"; export const b: C = 1;',
      "src/domain/c.ts": 'import { a } from "./a.ts"; export type C = typeof a;',
    },
  ],
  nameRule: [
    { "src/domain/utils.ts": "" },
    { "src/map/helpers/area.ts": "" },
    { "src/ui/Button.tsx": "" },
    { "src/ui/my_button.tsx": "" },
  ],
  lengthRule: [{ "src/domain/plant.ts": "const x = 1;\n".repeat(301) }],
  barrelRule: [
    { "src/domain/all.ts": 'export * from "./plant.ts";' },
    { "src/domain/index.ts": 'export { plant } from "./plant.ts";' },
  ],
  lifetimeRule: [
    {
      "src/state/plant/filter/filter.ts": "export const filtersAtom = atom<readonly Filter[]>([]);",
    },
    { "src/state/map/mesh.ts": "const meshes = new Map<string, Mesh>();" },
    { "src/state/import/import.ts": "let controller: AbortController | null = null;" },
    { "src/state/settings/record.ts": "export const records = () => ({ listAtom: atom(idle) });" },
  ],
  endingRule: [{ "src/domain/plant.ts": 'import { x } from "./component";' }],
};

const parse = (texts: Record<string, string>): SourceFile[] =>
  Object.entries(texts).map(([path, text]) => readSource(path, text));

describe.each(Object.entries(rules))("the %s of the folders", (name, rule) => {
  it("is kept", () => {
    expect(rule(files)).toEqual([]);
  });

  it.each(broken[name as keyof typeof rules])("catches %j", (texts) => {
    expect(rule(parse(texts))).not.toEqual([]);
  });
});

describe("the rules", () => {
  it("let through what is allowed", () => {
    const sound = parse({
      "src/domain/plant.ts": 'import { z } from "zod";',
      "src/api/plant/plant.ts": 'import { plant } from "../../domain/plant.ts";',
      "src/server/handlers/plant/plant.ts":
        'import { api } from "../../../api/plant/plant.ts"; import { sql } from "drizzle-orm";',
      "src/server/http/http.ts": 'import { handlers } from "../handlers/plant/plant.ts";',
      "src/panels/plant/list.tsx":
        'import css from "./list.module.css"; import { Row } from "./row.tsx";',
      "src/panels/plant/row.tsx": 'import { useAtom } from "jotai";',
      "src/panels/index.ts": 'import { panel } from "./plant/panel.ts";',
      "layers/index.ts": 'import { area } from "./area.ts";',
      "layers/area.ts": 'import { Layer } from "@deck.gl/core";',
      "src/state/plant/filter/filter.ts":
        "const a = perPlant(1); const b = atom((get) => get(a)); const c = atom(null, (_g, set) => set(a, 2));",
      "src/domain/plant.test.ts": 'import { readFileSync } from "node:fs";',
    });
    for (const rule of Object.values(rules)) expect(rule(sound)).toEqual([]);
  });

  it("see the whole tree", () => {
    expect(files.length).toBeGreaterThan(50);
    const paths = new Set(files.map(({ path }) => path));
    const ours = files
      .flatMap(({ imports }) => imports)
      .filter((path) => /^src.*\.tsx?$/.test(path));
    expect(ours.filter((path) => !paths.has(path))).toEqual([]);
  });
});

describe("the top level", () => {
  it("shows exactly what the plan names", () => {
    const visible = readdirSync(root).filter(
      (name) => !name.startsWith(".") && !ignoredTop.includes(name),
    );
    expect(visible.toSorted()).toEqual(topLevel);
  });
});
