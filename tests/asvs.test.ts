// The list of OWASP ASVS requirements in src/decisions/asvs.md: complete, counted, and about files that are there.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { asvsRequirements } from "./asvs-levels.ts";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "src", "decisions", "asvs.md"), "utf8");

type Row = {
  readonly ids: readonly string[];
  readonly about: string;
  readonly state: string;
  readonly reason: string;
};

/** The rows of all tables whose first cell names requirements. */
function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| *(V\d[\d., V]*?) *\|(.*)\|$/gm)].map(([, ids = "", rest = ""]) => {
    const [about = "", state = "", ...reason] = rest.split("|").map((cell) => cell.trim());
    return { ids: ids.split(/, */), about, state, reason: reason.join("|") };
  });
}

/** The files that a text names: in backticks, with a folder or an ending. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => /^[\w.-]+(\/[\w.-]+)+$|\.(json|md|ts)$/.test(name));
}

const states = ["met", "not applicable", "open"];

/** What is wrong with the page. */
function faultsOf(text: string): string[] {
  const rows = rowsOf(text);
  const listed = rows.flatMap(({ ids }) => ids);
  const counts = new Map(
    [...text.matchAll(/^\| *(met|not applicable|open|all) *\| *(\d+) *\|$/gm)].map(
      ([, state = "", count]) => [state, Number(count)],
    ),
  );
  const countOf = (state: string) =>
    rows.filter((row) => row.state === state).reduce((sum, { ids }) => sum + ids.length, 0);
  const applying = countOf("met") + countOf("open");
  const percent = (Math.floor((countOf("met") / applying) * 1000) / 10).toString();
  return [
    ...asvsRequirements.filter((id) => !listed.includes(id)).map((id) => `${id} is missing`),
    ...listed.filter((id) => !asvsRequirements.includes(id)).map((id) => `${id} is none`),
    ...listed.filter((id, at) => listed.indexOf(id) !== at).map((id) => `${id} is there twice`),
    ...rows.flatMap(({ ids: [id], about, state, reason }) => [
      ...(states.includes(state) ? [] : [`${id} is ${state}`]),
      ...(about === "" || reason === "" ? [`${id} says too little`] : []),
      ...(state === "met" && filesIn(reason).length === 0 ? [`${id} shows no file`] : []),
      ...filesIn(reason)
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${id} names ${path}, which is not there`),
    ]),
    ...states
      .filter((state) => counts.get(state) !== countOf(state))
      .map((state) => `${countOf(state)} are ${state}, not ${counts.get(state)}`),
    ...(counts.get("all") === listed.length ? [] : [`there are ${listed.length}`]),
    ...(text.includes(`${countOf("open")} of ${applying} requirements`) ? [] : ["the summary"]),
    ...(text.includes(`${percent} % are met`) ? [] : [`${percent} % are met`]),
  ];
}

describe("the list of ASVS requirements", () => {
  it("has each of levels 1 and 2 once, with files that are there, and is counted", () => {
    expect(new Set(asvsRequirements).size).toBe(253);
    expect(faultsOf(page)).toEqual([]);
  });

  it.each([
    ["a row that is gone", /^\| V2\.3\.3 .*\n/m, "V2.3.3 is missing"],
    ["a row that is there twice", /^(\| V2\.3\.3 .*\n)/m, "V2.3.3 is there twice", "$1$1"],
    ["another state", /(\| V2\.3\.3 .*\| *)met( *\|)/, "V2.3.3 is planned", "$1planned$2"],
    [
      "a file that was moved",
      "tests/state-crash.test.ts",
      /^V\S+ names tests\/gone/,
      "tests/gone.ts",
    ],
    [
      "a state without its file",
      /(\| V2\.3\.3 .*\| met *\|).*\|/,
      "V2.3.3 shows no file",
      "$1 so |",
    ],
    ["a count that is old", /^(\| open *\| *)\d+/m, /are open, not 1$/, "$11"],
  ] as readonly [string, RegExp | string, RegExp | string, string?][])(
    "would notice %s",
    (_, from, fault, to = "") => {
      const changed = page.replace(from, to);
      expect(changed).not.toBe(page);
      const matching = typeof fault === "string" ? fault : expect.stringMatching(fault);
      expect(faultsOf(changed)).toContainEqual(matching);
    },
  );
});

/** What the list says not to exist: a row is "not applicable", or met, because of it. */
const absent: readonly [what: string, found: RegExp][] = [
  ["cookies", /set-cookie|document\.cookie/i],
  ["CORS", /access-control-allow/i],
  ["WebSocket and WebRTC", /\bWebSocket\b|RTCPeerConnection/],
  ["messages of other windows", /window\.addEventListener\(\s*"message"/],
  ["checks of certificates that are switched off", /rejectUnauthorized|NODE_TLS_REJECT/],
  ["random numbers that can be guessed", /Math\.random\(/],
  ["ciphers but AES-256-GCM", /create(C|Dec)ipheriv\((?!\s*"aes-256-gcm")/],
  ["weak hashes", /createHash\(\s*"(md5|sha1)"/],
];

const sources = globSync("{src,layers,tools,workers}/**/*.{ts,tsx,mjs}", { cwd: root })
  .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

test.each(absent)("no source has %s", (_, found) => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter(({ text }) => found.test(text)).map(({ path }) => path)).toEqual([]);
});
