// @vitest-environment happy-dom
// What a plant needs on a device, with a server that the test answers for. Every sum is made by hand.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { permissionNames, type Permission } from "../../domain/account/permission.ts";
import { keepSession } from "../session.ts";
import { estimated, keptOf, planFill, tileAsk } from "./offline-plan.ts";

type Asked = { params?: object; query?: Record<string, unknown> };
let served: Record<string, unknown> = {};
let fileOf: (path: string) => Blob | Error = () => file(0);
const asked: string[] = [];
vi.mock("../call.ts", async (original) => {
  const path = async (endpoint: { path: string }, { params, query = {} }: Asked) => {
    const { addressOf } = await import("../address.ts");
    const words = new URLSearchParams(query as Record<string, string>).toString();
    const at = addressOf(endpoint, { params }).replace("/api/auth", "");
    return words ? `${at}?${words}` : at;
  };
  return {
    ...(await original<typeof import("../call.ts")>()),
    call: async (endpoint: { path: string }, input: Asked) => {
      const at = await path(endpoint, input);
      asked.push(at);
      const answer = served[at] ?? served[at.split("?")[0] ?? ""];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    callBytes: async (endpoint: { path: string }, input: Asked) => {
      const at = await path(endpoint, input);
      asked.push(at);
      const answer = fileOf(at);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
});

const file = (bytes: number, type = "image/jpeg") => new Blob([new Uint8Array(bytes)], { type });
const refused = (code?: string) => Object.assign(new Error(code), code ? { code } : {});
const ids = (count: number) => Array.from({ length: count }, (_, id) => ({ id: id + 1 }));

/** A raster of 24 m at the equator with pixels of 10 cm. */
const orthomosaic = (more: object = {}) => ({
  id: 5,
  analysis_id: 3,
  picture: { resolution_m: 0.1, bounds: [10, 0, 10.0002, 0.0002] },
  fit: null,
  placement: "stated",
  ...more,
});

const signIn = (permissions: readonly Permission[]) =>
  keepSession({
    token: "token of the viewer",
    permissions: [...permissions],
    customer: null,
    is_admin: false,
    is_super_admin: false,
    hidden_admin: false,
    white_labeling_version: null,
  });

beforeEach(() => {
  signIn(permissionNames);
  asked.splice(0);
  fileOf = () => file(0);
  served = {
    "/analyses-for-view/7": [
      { id: 2, flown_at: "2024-05-01T10:00:00Z" },
      { id: 3, flown_at: "2026-05-01T10:00:00Z" },
      { id: 4, flown_at: "2025-05-01T10:00:00Z" },
    ],
    "/plant/7/field-geometry": {
      levels: [
        { geometry_bytes: 1000, names_bytes: 200 },
        { geometry_bytes: 30, names_bytes: 4 },
      ],
    },
    "/plant/7/blueprints": [{ bytes: 500 }, { bytes: 70 }],
    "/plant/7/observations": { count: 0, observations: [] },
    "/analysis/3/columns": [{ bytes: 60 }, { bytes: 6 }],
    "/analysis/3/images": ids(2),
    "/analysis/3/ortho-mosaics": [],
  };
});
const plan = () => planFill({ plant_id: 7 }, new AbortController().signal);
const planOf = async (id: number) =>
  (await plan()).analyses.find(({ analysis }) => analysis.id === id)!;

describe("the size of many", () => {
  const sizesOf = async (count: number) => {
    const seen: number[] = [];
    const all = Array.from({ length: count }, (_, at) => at);
    const size = await estimated(all, async (one) => {
      seen.push(one);
      return one;
    });
    return { ...size, seen: seen.toSorted((a, b) => a - b) };
  };

  it("is their sum where they are twelve or fewer", async () => {
    expect(await sizesOf(0)).toEqual({ count: 0, bytes: 0, seen: [] });
    expect(await sizesOf(1)).toEqual({ count: 1, bytes: 0, seen: [0] });
    expect(await sizesOf(3)).toEqual({ count: 3, bytes: 3, seen: [0, 1, 2] });
    expect(await sizesOf(12)).toMatchObject({
      bytes: 66,
      seen: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    });
  });

  it("is the mean of twelve that are spread evenly where they are more", async () => {
    const odd = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23];
    expect(await sizesOf(24)).toEqual({ count: 24, bytes: 12 * 24, seen: odd });
    expect(await sizesOf(25)).toEqual({ count: 25, bytes: 300, seen: odd });
    const many = await sizesOf(1200);
    expect(many.seen).toEqual(odd.map((one) => 50 * one));
    expect(many.bytes).toBe(600 * 1200);
  });

  it("is a whole number of bytes", async () => {
    const { bytes } = await estimated(ids(13), async ({ id }) => (id === 1 ? 1 : 0));
    expect(bytes).toBe(1);
  });
});

describe("the plan of a plant", () => {
  it("has its twin, its blueprints and its analyses, the newest first", async () => {
    expect(await plan()).toMatchObject({
      twin_bytes: 1234,
      // Twice 1030, and four times 204.
      twin_kept_bytes: 2876,
      blueprint_bytes: 570,
      blueprint_count: 2,
      analyses: [
        { analysis: { id: 3 }, bytes: 66 },
        { analysis: { id: 4 } },
        { analysis: { id: 2 } },
      ],
    });
  });

  it("is empty where the viewer may read nothing", async () => {
    const denied = refused("PERMISSION_DENIED");
    for (const path of Object.keys(served).slice(1)) served[path] = denied;
    expect(await plan()).toMatchObject({
      twin_bytes: 0,
      twin_kept_bytes: 0,
      blueprint_bytes: 0,
      blueprint_count: 0,
      observations: { bytes: 4, thumbs: { count: 0, bytes: 0 } },
    });
    expect(await planOf(3)).toMatchObject({
      bytes: 0,
      thumbs: { count: 0, bytes: 0 },
      orthomosaics: { count: 0, bytes: 0, resolution_m: 0 },
    });
  });

  it("asks for nothing that the permissions of the session exclude", async () => {
    signIn(["READ_AVAILABLE_PLANT"]);
    const { analyses } = await plan();
    expect(analyses.map(({ bytes, thumbs }) => [bytes, thumbs.count])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(asked).toEqual(["/analyses-for-view/7"]);
  });

  it("counts thumbnails, and none that the server cannot give", async () => {
    fileOf = (path) => (path.endsWith("/image/1/thumb") ? file(300) : refused("UNAVAILABLE"));
    expect((await planOf(3)).thumbs).toEqual({ count: 2, bytes: 300 });
  });

  it.each([["DISCONNECT"], [undefined]])("is none where the network ends: %s", async (code) => {
    fileOf = () => refused(code);
    await expect(plan()).rejects.toThrow(code ?? "");
  });

  it("has all pages of observations in bytes of UTF-8, and the thumbnails of their photos", async () => {
    const images = [{ id: 8 }, { id: 9 }];
    const first = { count: 5001, observations: [{ id: 1, notes: "Rojo", images }] };
    const second = { count: 5001, observations: [{ id: 2, notes: "Año", images: [{ id: 6 }] }] };
    served["/plant/7/observations?offset=0&limit=5000"] = first;
    served["/plant/7/observations?offset=5000&limit=5000"] = second;
    fileOf = (path) => file(path === "/observation/2/image/6/thumb" ? 100 : 7);
    const { observations } = await plan();
    // "ñ" has two bytes.
    const letters = JSON.stringify(first).length + JSON.stringify(second).length;
    expect(observations).toEqual({ bytes: letters + 1, thumbs: { count: 3, bytes: 114 } });
    expect(asked.filter((path) => path.includes("/plant/7/observations"))).toHaveLength(2);
    expect(asked).toContain("/observation/1/image/9/thumb");
  });

  it("ends after the last page: 5000 observations are one", async () => {
    served["/plant/7/observations"] = { count: 5000, observations: [] };
    await plan();
    expect(asked.filter((path) => path.includes("/plant/7/observations"))).toHaveLength(1);
  });
});

describe("the tiles of orthomosaics", () => {
  it("are sized apart on the finest zoom and on the others, and the coarsest resolution counts", async () => {
    const fine = orthomosaic();
    const coarse = orthomosaic({
      id: 6,
      picture: { resolution_m: 0.5, bounds: [10, 0, 10.0002, 0.0002] },
    });
    served["/analysis/3/ortho-mosaics"] = [fine, orthomosaic({ id: 9, picture: null }), coarse];
    const { tiles } = keptOf(fine as never)!;
    const finest = Math.max(...tiles.map(({ z }) => z));
    fileOf = (path) => {
      if (path.includes("/ortho-mosaic/6/")) return file(0);
      return file(path.includes(`/tile/${finest}/`) ? 10 : 1000);
    };
    const near = tiles.filter(({ z }) => z === finest).length;
    expect(near).toBeGreaterThan(1);
    const { orthomosaics } = await planOf(3);
    expect(orthomosaics.count).toBe(2);
    expect(orthomosaics.bytes).toBe(10 * near + 1000 * (tiles.length - near));
    expect(orthomosaics.resolution_m).toBe(keptOf(coarse as never)!.resolution_m);
  });

  it("are packed where they are temperatures, and pictures are not", async () => {
    served["/analysis/3/ortho-mosaics"] = [orthomosaic()];
    const { length } = keptOf(orthomosaic() as never)!.tiles;
    fileOf = () => file(100_000, "application/octet-stream");
    const packed = (await planOf(3)).orthomosaics.bytes;
    expect(packed).toBeGreaterThan(10 * length);
    expect(packed).toBeLessThan(1000 * length);
    fileOf = () => file(100_000, "image/webp");
    expect((await planOf(3)).orthomosaics.bytes).toBe(100_000 * length);
  });

  it("lie where the survey is drawn: moved only where that was proposed and there is a proposal", () => {
    const fit = { bounds: [20, 0, 20.0002, 0.0002] };
    const westOf = (one: object) => {
      const { tiles } = keptOf(one as never)!;
      const { z, x } = tiles.at(-1)!;
      return Math.round((x / 2 ** z) * 360 - 180);
    };
    const placements = ([one, place]: [object, string]) => {
      expect(tileAsk(one as never, { z: 3, x: 2, y: 1 })).toEqual({
        params: { id: 3, orthomosaic_id: "5", z: 3, x: 2, y: 1 },
        query: { placement: place },
      });
    };
    const [stated, moved, waiting] = [
      orthomosaic({ fit }),
      orthomosaic({ fit, placement: "proposed" }),
      orthomosaic({ placement: "proposed" }),
    ];
    expect([stated, moved, waiting].map(westOf)).toEqual([10, 20, 10]);
    placements([stated, "stated"]);
    placements([moved, "proposed"]);
    placements([waiting, "stated"]);
    expect(keptOf(orthomosaic({ picture: null }) as never)).toBeNull();
  });
});
