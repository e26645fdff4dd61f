// Writes the list of licences that the product shows under "About": `node src/app/build/licence-file.ts`. It fails
// where a package has no text of its licence, or one that may not be shipped. See decisions/licences.md.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LicenceList, LicencePackage } from "../../domain/app/licence.ts";
import {
  besides,
  licenceFault,
  makers,
  platformBuilds,
  sourcesWithText,
  statedLicences,
  writtenIn,
} from "./licence-rule.ts";
import { shippedPackages, type LockFile, type ShippedPackage } from "./shipped-packages.ts";

const root = join(import.meta.dirname, "..", "..", "..");
export const licenceFile = join(root, "src", "domain", "app", "licence-list.json");

const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const commonText = (licence: string) =>
  read("src", "app", "build", "licence-text", `${licence.replaceAll(" ", "-")}.txt`);

const isText = /^((un)?licen[cs]e|copying|notice|copyright|third-party)/i;
/** Shorter than this, a section of a readme names the licence and does not give it. */
const fewestLetters = 700;

/** The files of a package that its licence asks to pass on, one below the other. */
function textInFiles(folder: string): string {
  const files = readdirSync(join(root, folder), { withFileTypes: true });
  return files
    .filter((file) => file.isFile() && isText.test(file.name) && !/\.(js|ts|json)$/.test(file.name))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => read(folder, name))
    .join("\n\n");
}

/** What the readme of a package says below its heading about the licence. */
function textInReadme(folder: string): string {
  const name = readdirSync(join(root, folder)).find((file) => /^readme(\.md)?$/i.test(file));
  if (name === undefined) return "";
  const [, section = ""] =
    /^#+ *[^\n]*licen[cs]\w*[^\n]*\n(.*?)(?=^#+ |$(?![^]))/ims.exec(read(folder, name)) ?? [];
  return section;
}

/** The comments with which a source begins. */
const textInComments = (folder: string, source: string) =>
  [...(/^(\s*\/\*.*?\*\/)+/s.exec(read(folder, source))?.[0] ?? "").matchAll(/\/\*(.*?)\*\//gs)]
    .map(([, text]) => text)
    .join("\n");

/** Vite's file gives the licences of all that it is made with, which the app does not contain. */
const ownPart = (text: string) => text.split(/^# Licenses of bundled dependencies$/m)[0] ?? "";

const tidy = (text: string) =>
  text
    .replaceAll("\r\n", "\n")
    .replace(/^\uFEFF/, "")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();

/** The text of a package's licence; empty where there is none. */
export function licenceText(found: ShippedPackage, shipped: readonly ShippedPackage[]): string {
  const family = platformBuilds.find(({ names }) => names.test(found.name));
  const group = family?.names.exec(found.name)?.[1];
  const others = shipped.filter(
    ({ name }) => group !== undefined && family?.names.exec(name)?.[1] === group,
  );
  const named =
    family?.text === undefined ? [] : shipped.filter(({ name }) => name === family.text);
  const folder = [...named, ...(family ? others : [found])]
    .flatMap(({ folders }) => folders)
    .find((place) => existsSync(join(root, place)));
  const maker = makers[found.name];
  const common =
    maker === undefined ? "" : `Copyright (c) ${maker}\n\n${commonText(found.licence)}`;
  if (folder === undefined) return common;
  const inFiles = textInFiles(folder);
  if (inFiles !== "") return ownPart(inFiles);
  const inReadme = textInReadme(folder);
  if (found.licence === "LGPL-3.0-or-later") {
    return [inReadme, commonText("LGPL-3.0"), commonText("GPL-3.0")].join("\n\n");
  }
  if (inReadme.length >= fewestLetters) return inReadme;
  const source = sourcesWithText[found.name];
  return source === undefined ? common : textInComments(folder, source);
}

/** The list, or what stands against shipping it. */
export function makeLicenceList(): { readonly list: LicenceList; readonly faults: string[] } {
  const lock = JSON.parse(read("package-lock.json")) as LockFile;
  const shipped = shippedPackages(lock, writtenIn).map((found) => ({
    ...found,
    licence: statedLicences[found.name] ?? found.licence,
  }));
  const faults: string[] = [];
  const texts = new Map<string, number>();
  const keep = (text: string) => {
    const at = texts.get(tidy(text)) ?? texts.size;
    texts.set(tidy(text), at);
    return at;
  };
  const packages = shipped.map((found): LicencePackage => {
    const { name, version, licence } = found;
    const fault = licenceFault(name, licence);
    if (fault !== null) faults.push(fault);
    const text = licenceText(found, shipped);
    if (tidy(text) === "") faults.push(`${name} has no text of its licence`);
    return { name, version, licence, text: keep(text) };
  });
  for (const { name, from, licence } of besides) {
    const version = shipped.find((found) => found.name === from)?.version.replace(/-.*/, "");
    if (version === undefined) faults.push(`${name} came with ${from}, which is not shipped`);
    packages.push({ name, version: version ?? "", licence, text: keep(commonText(licence)) });
  }
  return { list: { packages, texts: [...texts.keys()] }, faults };
}

if (process.argv[1] === import.meta.filename) {
  const { list, faults } = makeLicenceList();
  if (faults.length > 0) {
    process.stderr.write(`${faults.join("\n")}\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(licenceFile, `${JSON.stringify(list, null, 1)}\n`);
    process.stdout.write(`${list.packages.length} packages, ${list.texts.length} texts\n`);
  }
}
