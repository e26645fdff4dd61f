// Every permission is asked somewhere: by a call, or by a rule of domain. What nothing asks yet, names
// what brings it.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { api } from "../src/api/index.ts";
import { permissionNames, type Permission } from "../src/domain/account/permission.ts";
import { endpointList } from "../src/server/door/route.ts";

/** What is still to come, by the issue that brings it. */
const toCome: Readonly<Record<string, readonly Permission[]>> = {
  "10, the analysis workflow: states, notes, history, invoice, release": [
    "UPDATE_ANALYSIS",
    "READ_ANALYSIS_HISTORY",
    "UPDATE_ANALYSIS_HISTORY",
    "UPDATE_ANALYSIS_INVOICE",
    "READ_ANALYSIS_INVOICE",
    "UPDATE_ANALYSIS_PRODUCT_PACKAGES",
    "READ_ALL_ANALYSIS_STATES",
  ],
  "10, uploading drone data": [
    "DOWNLOAD_ANALYSIS_FILE",
    "DELETE_ANALYSIS_FILE",
    "MOVE_ANALYSIS_FILE",
  ],
  "10, tasks and servers": [
    "UPDATE_ANALYSIS_TASK",
    "LAUNCH_TASK",
    "READ_QFLY_SERVER",
    "RUN_QFLY_SERVER",
    "STOP_QFLY_SERVER",
    "UPDATE_QFLY_SERVER",
    "READ_RUNPOD_SERVER",
    "CREATE_RUNPOD_SERVER",
    "START_RUNPOD_SERVER",
    "STOP_RUNPOD_SERVER",
    "UPDATE_RUNPOD_SERVER",
    "TERMINATE_RUNPOD_SERVER",
  ],
  "11, flight planning, areas and the drone cloud": [
    "READ_FLIGHT_MISSION_COVER",
    "GENERATE_FLIGHT_MISSION_COVER",
    "CREATE_FLIGHT_CAMPAIGN",
    "READ_FLIGHT_CAMPAIGN",
    "UPDATE_FLIGHT_CAMPAIGN",
    "DELETE_FLIGHT_CAMPAIGN",
    "EXPORT_FLIGHT_CAMPAIGN",
    "READ_FLIGHT_ROUTE",
    "DELETE_FLIGHT_ROUTE",
    "UPDATE_FLIGHT_ROUTE",
    "DELETE_FLIGHT_ROUTE_IN_DRONE_CLOUD",
    "READ_DRONE_CLOUD_PROJECT",
    "READ_DRONE_CLOUD_ROUTE",
    "IMPORT_EXTERNAL_FILE",
    "EDIT_FLIGHT_AREA_POLYGON",
  ],
  "12, observations and working offline": [
    "CREATE_OBSERVATION",
    "UPDATE_OBSERVATION",
    "DELETE_OBSERVATION",
    "OVERWRITE_OBSERVATION",
    "UPLOAD_OBSERVATION_IMAGE",
    "READ_OBSERVATION_VISUALIZATION",
  ],
  "14, evaluation, reference measurements, coverage and reports": [
    "READ_DRONE_PLANT_COVERAGE",
    "MOVE_REFERENCE_MEASUREMENT",
    "IGNORE_REFERENCE_MEASUREMENT",
    "CREATE_REPORT",
    "READ_REPORT",
    "DELETE_OTHER_REPORT",
    "MANAGE_EVALUATION_BATCH",
    "READ_EVALUATION_BATCH",
  ],
};

/** The catalogue and what the roles hold ask nothing. */
const lists = ["account/permission.ts"];
const source = join(import.meta.dirname, "..", "src");

/** Sources of the rules; of the roles only the functions, which stand below the tables. */
function rules(): string {
  const domain = join(source, "domain");
  return readdirSync(domain, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !lists.includes(path))
    .map((path) => readFileSync(join(domain, path), "utf8"))
    .map((text) => [...text.matchAll(/\bhas\("([A-Z_]+)"\)/g)].map(([, name]) => name).join(" "))
    .join(" ");
}

const asked = new Set<string>([
  ...endpointList(api).flatMap(([, , { permission }]) =>
    permission === null
      ? []
      : typeof permission === "string"
        ? [permission]
        : "all" in permission
          ? permission.all
          : permission.any,
  ),
  ...rules().split(" "),
]);
const awaited = Object.values(toCome).flat();

describe("every permission", () => {
  it("is asked by a call or a rule, or names what brings it", () => {
    const idle = permissionNames.filter((name) => !asked.has(name) && !awaited.includes(name));
    expect(idle).toEqual([]);
  });

  it("that is asked by now is awaited no longer", () => {
    expect(awaited.filter((name) => asked.has(name))).toEqual([]);
    expect(new Set(awaited).size).toBe(awaited.length);
  });
});
describe("the browser", () => {
  it("names no permission where a call or a declaration names it already", () => {
    const rooms = ["panels", "app", "map", "state", "ui"].map((room) => join(source, room));
    const folders = [...rooms, join(source, "../layers"), join(source, "../tools")];
    const naming = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
        // A panel declares who may open it: the guard of its route, which calls nothing.
        .filter((path) => !/(^|\/)panel\.ts$/.test(path))
        .filter((path) => {
          const text = readFileSync(join(folder, path), "utf8");
          return permissionNames.some((name) => text.includes(`"${name}"`));
        }),
    );
    expect(naming).toEqual([]);
  });
});
