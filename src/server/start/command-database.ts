// The database for commands beside the server, such as fsck and backup.

import { findEmbeddedPostgres, startEmbeddedPostgres } from "../adapters/postgres.ts";
import { connect, type Connection } from "../store/database.ts";
import { openDataFolder } from "./data-folder.ts";
import type { Settings } from "./settings.ts";
import { isStartFault } from "./start-fault.ts";

export type CommandDatabase = Connection & {
  readonly appUrl: string;
  readonly ownerUrl: string;
};

/** Uses the database of the settings or of a running server. Starts the embedded one if none runs. */
export async function openCommandDatabase(settings: Settings): Promise<CommandDatabase> {
  const { stop, ...address } = await provide(settings);
  const connection = connect(address.ownerUrl, 2, { seesAll: true });
  const close = () => connection.close().then(stop);
  return { ...connection, ...address, close };
}

async function provide({ database_url, database_owner_url, data_dir }: Settings) {
  const nothing = async () => undefined;
  if (database_url !== null) {
    const ownerUrl = database_owner_url ?? database_url;
    return { appUrl: database_url, ownerUrl, stop: nothing };
  }
  try {
    return { ...findEmbeddedPostgres(data_dir), stop: nothing };
  } catch (error) {
    if (!isStartFault(error)) throw error;
  }
  const folder = await openDataFolder(data_dir);
  const { stop, ...address } = await startEmbeddedPostgres(data_dir);
  return { ...address, stop: () => stop().finally(folder.release) };
}
