// Checks the two files of a DJI route before they leave: DJI's programs refuse a bad file without a reason, or
// fly at another height. Rules: DJI WPML, and what pilots found out.
import { isFailure, type Problem } from "../../error.ts";
import { checkMission, checkTemplate, checkWaylines, type Report } from "./wpml-check.ts";
import { childOf, childrenOf, elementAt, textAt, xmlTree, type XmlElement } from "./xml-tree.ts";

export type KmzCheck = {
  /** DJI's programs would refuse the file, or fly something else. */
  readonly faults: readonly Problem[];
  readonly warnings: readonly Problem[];
};

const templateEntry = "wpmz/template.kml";
const waylinesEntry = "wpmz/waylines.wpml";
/** Legal height above ground for most flights in the EU (Implementing Regulation (EU) 2019/947), metres. */
const LEGAL_HEIGHT_M = 120;

/** @param entries content by name, as in the ZIP */
export function checkKmz(
  entries: ReadonlyMap<string, Uint8Array>,
  { dock }: { readonly dock: boolean },
): KmzCheck {
  const faults = [...entryFaults(entries)];
  const [template, waylines] = [templateEntry, waylinesEntry].map((entry) => {
    const bytes = entries.get(entry);
    return bytes ? documentOf(bytes, entry, faults) : undefined;
  });
  if (template) {
    const report = reportTo(faults, templateEntry);
    checkMission(template, dock, report);
    checkTemplate(template, report);
  }
  if (waylines) {
    const report = reportTo(faults, waylinesEntry);
    checkMission(waylines, dock, report);
    checkWaylines(waylines, report);
  }
  if (template && waylines) faults.push(...differences(template, waylines));
  return { faults, warnings: template ? heightWarnings(template) : [] };
}

function reportTo(faults: Problem[], file: string): Report {
  return (problem) => void faults.push({ file, ...problem });
}

function entryFaults(entries: ReadonlyMap<string, Uint8Array>): Problem[] {
  const missing = [templateEntry, waylinesEntry].filter((entry) => !entries.has(entry));
  const strange = [...entries.keys()].filter(
    (entry) => entry !== templateEntry && entry !== waylinesEntry && !entry.startsWith("wpmz/res/"),
  );
  return [
    ...missing.map((entry) => ({ reason: "kmz_entry_missing", values: { entry } })),
    ...strange.map((entry) => ({ reason: "kmz_entry_strange", values: { entry } })),
  ];
}

/** The element Document; undefined, with a fault, for a file that is no WPML. */
function documentOf(bytes: Uint8Array, file: string, faults: Problem[]): XmlElement | undefined {
  try {
    const root = xmlTree(bytes, file);
    const namespace = root.attributes["xmlns:wpml"] ?? "";
    if (!/^http:\/\/www\.dji\.com\/wpmz\/1\.0\.\d+$/.test(namespace)) {
      faults.push({ reason: "wpml_namespace", file, line: root.line, values: { namespace } });
    }
    const document = childOf(root, "Document");
    if (!document) faults.push({ reason: "wpml_missing", file, field: "Document" });
    return document;
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    faults.push(...cause.problems);
    return undefined;
  }
}

const coordinatesOf = (document: XmlElement) =>
  childrenOf(childOf(document, "Folder"), "Placemark").map((placemark) =>
    textAt(placemark, "Point", "coordinates"),
  );

/** Pilot 2 shows the template, the drone flies the waylines: they must be the same route. */
function differences(template: XmlElement, waylines: XmlElement): Problem[] {
  const [shown, flown] = [coordinatesOf(template), coordinatesOf(waylines)];
  if (shown.length !== flown.length) {
    const values = { template: shown.length, waylines: flown.length };
    return [{ reason: "wpml_waypoint_count", values }];
  }
  const at = shown.findIndex((coordinates, index) => coordinates !== flown[index]);
  return at < 0 ? [] : [{ reason: "wpml_waypoint_differs", feature: at + 1 }];
}

function heightWarnings(template: XmlElement): Problem[] {
  const altitude = Number(textAt(elementAt(template, "Folder"), "globalHeight") ?? 0);
  if (altitude <= LEGAL_HEIGHT_M) return [];
  const values = { altitude: Math.round(altitude), most: LEGAL_HEIGHT_M };
  return [{ reason: "wpml_height_legal", file: templateEntry, values }];
}
