// What a handler and a job may hold.
import type { Logger } from "pino";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Analysis } from "../domain/analysis/analysis.ts";
import type { Permission } from "../domain/account/permission.ts";
import type { Locale } from "../domain/account/user.ts";
import type { Plant } from "../domain/plant/plant.ts";
import type { MailAdapter } from "./adapters/mail.ts";
import type { ObjectStore } from "./adapters/object-storage.ts";
import type { Settings } from "./start/settings.ts";

export type Database = NodePgDatabase;

/** Who asks, as the session says at this very request. */
export type Viewer = {
  readonly account_id: number;
  readonly name: string;
  readonly email: string;
  /** Customer that the account belongs to, whichever it acts for. */
  readonly own_customer_id: number;
  /** Customer whose data the viewer sees; null for staff who act for none and see all. */
  readonly customer_id: number | null;
  readonly is_admin: boolean;
  readonly is_super_admin: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** Plants the viewer sees; null means all of the customer, or of every customer where that is null. */
  readonly plant_ids: readonly number[] | null;
  readonly show_all_key_figures: boolean;
  readonly locale: string;
};

/** Starts a job as a task the viewer can follow; answers the task's id. */
export type Enqueue = (
  name: string,
  input: Record<string, unknown>,
  about: { plant_id?: number; analysis_id?: number },
) => Promise<number>;

/** What every part of the server shares. */
export type Services = {
  readonly db: Database;
  readonly files: ObjectStore;
  readonly mail: MailAdapter;
  readonly settings: Settings;
  readonly log: Logger;
  readonly now: () => Date;
};

/** What a handler gets. `db` is bound to the viewer: row-level security sees the same customer. */
export type Context = Services & {
  readonly viewer: Viewer;
  readonly enqueue: Enqueue;
  readonly request_id: string;
  /** SHA-256 of the session's token. */
  readonly session_hash: Buffer;
  /** The address with a url token: whoever has it may read exactly that, for ten minutes. */
  signUrl(url: string): string;
};

/** What a call without a session gets; without a viewer there is no database to be bound to one. */
export type PublicContext = Omit<Services, "db"> & {
  readonly request_id: string;
  /** Language that the caller asked for; null where it is none of ours. */
  readonly locale: Locale | null;
  /** Network address of the caller. */
  readonly address: string;
  /** HTTP basic credentials, where sent. */
  readonly credentials: { readonly name: string; readonly password: string } | null;
  /** The address of a `signed` call with a url token: whoever has it may read that for ten minutes. */
  signUrl(url: string): string;
};

/** Connected as the owner of the tables, past row-level security. */
type Owner = { readonly ownerDb: Database };

/** What a handler gets that says why it needs the owner's database (`needsOwner`). */
export type OwnerContext = Context & Owner;
export type PublicOwnerContext = PublicContext & Owner;

/** The object named by the endpoint's scope, resolved for this viewer. */
export type Scoped = { readonly plant?: Plant; readonly analysis?: Analysis };
