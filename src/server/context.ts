// What handlers and jobs receive.
import type { Logger } from "pino";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Scope } from "../api/endpoint.ts";
import type { AccessScope } from "../domain/account/access-token.ts";
import type { AuditAction } from "../domain/account/audit.ts";
import type { Analysis } from "../domain/analysis/analysis.ts";
import type { Permission } from "../domain/account/permission.ts";
import type { Locale } from "../domain/account/user.ts";
import type { Plant } from "../domain/plant/plant.ts";
import type { AnalysisServerAdapter } from "./adapters/analysis-server.ts";
import type { DroneClouds } from "./adapters/drone-cloud-choice.ts";
import type { FlightAppAdapter } from "./adapters/flight-app.ts";
import type { GpuCloudAdapter } from "./adapters/gpu-cloud.ts";
import type { MailAdapter } from "./adapters/mail.ts";
import type { ObjectStore } from "./adapters/object-storage.ts";
import type { VirusScanner } from "./adapters/virus-scanner.ts";
import type { Readers } from "./file-reader/readers.ts";
import type { Settings } from "./start/settings.ts";

export type Database = NodePgDatabase;

/** The signed-in user of one request, read from the session when the request arrives. */
export type Viewer = {
  readonly account_id: number;
  readonly name: string;
  readonly email: string;
  /** Customer that the account belongs to. It stays the same when staff act for another customer. */
  readonly own_customer_id: number;
  /** Customer whose data the viewer sees. Null for staff who act for no customer: they see all of them. */
  readonly customer_id: number | null;
  readonly is_admin: boolean;
  readonly is_super_admin: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** Plants that the viewer sees. Null means all plants of `customer_id`, or all plants if that is null. */
  readonly plant_ids: readonly number[] | null;
  readonly show_all_key_figures: boolean;
  readonly locale: string;
  /** Absent for a session: a program calls with this access token of the user. */
  readonly access_token_id?: number;
  /** Of that access token; absent for a session, which may see all that its user may. */
  readonly access_scopes?: ReadonlySet<AccessScope>;
};

/**
 * Starts a job as a task that the viewer can follow. Returns the id of the task. The audit entry, if there is
 * one, is written in the transaction that stores the task.
 */
export type Enqueue = (
  name: string,
  input: Record<string, unknown>,
  about: { plant_id?: number; analysis_id?: number },
  audit?: { readonly action: AuditAction; readonly detail: Readonly<Record<string, unknown>> },
) => Promise<number>;

/** What all parts of the server share. */
export type Services = {
  readonly db: Database;
  readonly files: ObjectStore;
  readonly mail: MailAdapter;
  /** Null if received files are not looked through for viruses. */
  readonly scanner: VirusScanner | null;
  readonly analysisServers: AnalysisServerAdapter;
  /** Null if no GPU servers are rented. */
  readonly gpuCloud: GpuCloudAdapter | null;
  readonly droneClouds: DroneClouds;
  /** Null if no missions are sent to the third-party flight app. */
  readonly flightApp: FlightAppAdapter | null;
  /** Processes that read users' files. */
  readonly readers: Readers;
  readonly settings: Settings;
  readonly log: Logger;
  readonly now: () => Date;
};

/** What a handler receives. Row-level security limits `db` to the rows of the viewer. */
export type Context = Services & {
  readonly viewer: Viewer;
  readonly enqueue: Enqueue;
  readonly request_id: string;
  /** Aborts once the caller has gone. */
  readonly gone: AbortSignal;
  /** SHA-256 of the session's token. */
  readonly session_hash: Buffer;
  /** Adds a url token to the address. Anyone who has it can read this one address for ten minutes. */
  signUrl(url: string): string;
};

/** What a handler receives for a call without a session. It has no `db`, because there is no viewer to limit it to. */
export type PublicContext = Omit<Services, "db"> & {
  readonly request_id: string;
  /** Language of the Accept-Language header. Null if the product does not have it. */
  readonly locale: Locale | null;
  /** Network address of the caller. */
  readonly address: string;
  /** HTTP basic credentials, if sent. */
  readonly credentials: { readonly name: string; readonly password: string } | null;
  /** Adds a url token to the address of a `signed` call. Anyone who has it can read it for ten minutes. */
  signUrl(url: string): string;
};

/** Connected as the owner of the tables: row-level security does not apply. */
type Owner = { readonly ownerDb: Database };

/** What a handler receives that states why it needs the owner's database (`needsOwner`). */
export type OwnerContext = Context & Owner;
export type PublicOwnerContext = PublicContext & Owner;

/** The objects that any scope can resolve to. */
export type ScopedObjects = { readonly plant?: Plant; readonly analysis?: Analysis };

/** The objects that a handler receives for the scope of its endpoint. An analysis comes with its plant. */
export type Scoped<S extends Scope> = S extends
  | { readonly analysis: string }
  | { readonly analysis_upload: string }
  ? { readonly plant: Plant; readonly analysis: Analysis }
  : S extends { readonly plant: string }
    ? { readonly plant: Plant }
    : object;
