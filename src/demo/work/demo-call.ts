// How the work of the demo calls the product: as its users do, over HTTP and with a session.
import type { Services } from "../../server/context.ts";

/** A call below /api as one user. Rejects with the answer where it is no success. */
export type DemoCall = <Answer>(
  method: "GET" | "POST",
  path: string,
  body?: object | FormData,
) => Promise<Answer>;

export type DemoHost = {
  readonly call: DemoCall;
  /** For what no call can write: it belongs to surveys that have ended. */
  readonly stores: Pick<Services, "db" | "files">;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Mails go to files. Otherwise none is sent: the accounts of the demo are no people. */
  readonly sendsToFiles: boolean;
};

/** One piece of work that the demo is given after its start. */
export type DemoWork = {
  /** Lower-case and stable: what is done is remembered by it. */
  readonly name: string;
  /** True for what lives in the memory of the server, and is made again at each start. */
  readonly isKeptInMemory?: true;
  run(host: DemoHost): Promise<void>;
};

type Named = { readonly id: number; readonly name: string };

/** The plant of this name. @throws RangeError without one: somebody has deleted it meanwhile */
export async function plantNamed(call: DemoCall, name: string): Promise<DemoPlant> {
  return named(await call<DemoPlant[]>("GET", "/auth/plants"), name);
}

export type DemoPlant = Named & {
  readonly lon: number;
  readonly lat: number;
  /** Megawatts. */
  readonly nominal_capacity: number;
  readonly flight_area_version: number;
  readonly take_off_positions: readonly { readonly place: readonly [number, number] }[];
};

/** The newest analysis of a plant: of those that customers see, or of all. */
export async function newestAnalysis(
  call: DemoCall,
  plant_id: number,
  isReleased = true,
): Promise<DemoAnalysis> {
  const all = await call<DemoAnalysis[]>("GET", "/auth/analysis");
  const own = all.filter(
    (one) => one.plant_id === plant_id && (!isReleased || one.visibility === "released"),
  );
  const [newest] = own.toSorted((a, b) => b.flown_at.localeCompare(a.flown_at));
  if (!newest) throw new RangeError(`plant ${plant_id} has no such analysis`);
  return newest;
}

type DemoAnalysis = Named & {
  readonly plant_id: number;
  readonly visibility: string;
  readonly flown_at: string;
};

function named<Row extends Named>(rows: readonly Row[], name: string): Row {
  const found = rows.find((one) => one.name === name);
  if (!found) throw new RangeError(`there is no ${name}`);
  return found;
}
