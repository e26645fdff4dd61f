import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { LicenceList } from "../../domain/app/licence.ts";
import { licenceFile, licenceText, makeLicenceList } from "./licence-file.ts";
import { licenceFault, makers, sourcesWithText, statedLicences } from "./licence-rule.ts";
import { shippedPackages, type LockFile } from "./shipped-packages.ts";

const kept = JSON.parse(readFileSync(licenceFile, "utf8")) as LicenceList;
const made = makeLicenceList();
const facts = ({ packages }: LicenceList) =>
  packages.map(({ name, version, licence }) => `${name} ${version} ${licence}`);

describe("the list of licences", () => {
  it("names what the lock file ships; else run `node src/app/build/licence-file.ts`", () => {
    expect(facts(kept)).toEqual(facts(made.list));
    expect(kept.packages.length).toBeGreaterThan(300);
  });

  // Builds for other platforms are not installed, and some have the only text of their group.
  it.runIf(process.platform === "linux" && process.arch === "x64")(
    "has the texts of the packages that are installed",
    () => expect(kept.texts).toEqual(made.list.texts),
  );

  it("has a text of every licence, and none that may not be shipped", () => {
    expect(made.faults).toEqual([]);
    for (const { name, text } of kept.packages) {
      expect(kept.texts[text]?.length, name).toBeGreaterThan(500);
    }
  });

  it("explains no package that is not shipped", () => {
    const names = new Set(kept.packages.map(({ name }) => name));
    const explained = [makers, sourcesWithText, statedLicences].flatMap(Object.keys);
    expect(explained.filter((name) => !names.has(name))).toEqual([]);
  });

  it("has who made a package above the common text of its licence", () => {
    const { text = -1 } = kept.packages.find(({ name }) => name === "abstract-logging") ?? {};
    expect(kept.texts[text]).toMatch(/^Copyright \(c\) James Sumners\n\nMIT License\n/);
  });

  it("has no text where a package brings none and its maker is not known", () => {
    const found = { name: "no-such-package", version: "1.0.0", licence: "MIT" };
    // The folder of a package that gives no text itself.
    const folders = ["node_modules/abstract-logging"];
    expect(licenceText({ ...found, folders }, [])).toBe("");
  });
});

describe("a licence", () => {
  it.each(["MIT", "Apache-2.0", "(MIT AND Zlib)", "(MPL-2.0 OR Apache-2.0)", "OFL-1.1"])(
    "may be %s",
    (licence) => expect(licenceFault("some-package", licence)).toBeNull(),
  );

  it.each([
    "",
    "GPL-3.0-only",
    "AGPL-3.0-or-later",
    "LGPL-3.0-or-later",
    "MIT AND GPL-2.0-only",
    "(MPL-2.0 OR GPL-2.0)",
    "MIT AND (ISC OR GPL-2.0)",
    "SEE LICENSE IN LICENSE.md",
    "UNLICENSED",
  ])("may not be %j", (licence) => {
    expect(licenceFault("some-package", licence)).toMatch(/^some-package/);
  });

  it("may be the LGPL for the native libraries of sharp alone", () => {
    expect(licenceFault("@img/sharp-libvips-linux-x64", "LGPL-3.0-or-later")).toBeNull();
  });
});

describe("the packages that are shipped", () => {
  const lock: LockFile = {
    packages: {
      "": { version: "1.0.0", dependencies: { one: "1" }, optionalDependencies: { native: "1" } },
      "node_modules/one": {
        version: "1.0.0",
        license: "MIT",
        dependencies: { shared: "2" },
        peerDependencies: { peer: "1", tool: "1" },
        peerDependenciesMeta: { tool: { optional: true } },
      },
      "node_modules/one/node_modules/shared": { version: "2.0.0", dependencies: { deep: "1" } },
      "node_modules/shared": { version: "1.0.0" },
      "node_modules/deep": { version: "1.0.0", license: "ISC" },
      "node_modules/native": { version: "1.0.0", dependencies: { shared: "1" } },
      "node_modules/peer": { version: "1.0.0" },
      "node_modules/tool": { version: "1.0.0", dependencies: { helper: "1" } },
      "node_modules/helper": { version: "1.0.0" },
    },
  };
  const idsOf = (writtenIn: string[]) =>
    shippedPackages(lock, writtenIn).map(({ name, version }) => `${name} ${version}`);

  it("are what the product needs, each version once", () => {
    expect(idsOf([])).toEqual([
      "deep 1.0.0",
      "native 1.0.0",
      "one 1.0.0",
      "peer 1.0.0",
      "shared 1.0.0",
      "shared 2.0.0",
    ]);
  });

  it("are tools too that write into the app, without what they need themselves", () => {
    expect(idsOf(["tool"])).toContain("tool 1.0.0");
    expect(idsOf(["tool"])).not.toContain("helper 1.0.0");
  });
});
