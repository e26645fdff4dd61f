// `npm run restore -- FOLDER`: fills an empty database and an empty object store from a backup.

import { resolve } from "node:path";
import { openObjectStore } from "../adapters/object-choice.ts";
import { openCommandDatabase } from "../start/command-database.ts";
import { readSettings } from "../start/settings.ts";
import { startFault } from "../start/start-fault.ts";
import { claimStore } from "../store/store-marker.ts";
import { runCommand } from "./command.ts";
import { restoreBackup } from "./restore-backup.ts";

const usage = `Usage: npm run restore -- FOLDER

Compares the files of a backup and fills an empty database and an empty store: those of DATABASE_URL and
OBJECT_STORE_URL, or of a new DATA_DIR. All sessions, access tokens and tokens of provisioning have ended
afterwards. Passkeys that were removed and recovery codes that were used after the backup are valid again.

Exit code: 0 restored, 2 nothing was restored.
`;

async function main(words: readonly string[]): Promise<number> {
  const [folder, ...rest] = words;
  if (!folder || rest.length > 0 || folder.startsWith("-")) throw startFault(usage.trim());
  const settings = readSettings(process.env);
  const database = await openCommandDatabase(settings);
  try {
    const files = await openObjectStore(settings);
    const { pool, appUrl, ownerUrl } = database;
    const target = { pool, files, address: { appUrl, ownerUrl } };
    const { manifest, ended_tokens } = await restoreBackup(target, resolve(folder));
    await claimStore(database.db, files, settings);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    process.stdout.write(
      `Restored the state of ${manifest.begun_at}: ${rows} rows, ${manifest.objects.length} files. ` +
        (ended_tokens > 0 ? `${ended_tokens} tokens of programs have ended: make new ones. ` : "") +
        "Start the server with npm start.\n",
    );
    return 0;
  } finally {
    await database.close();
  }
}

await runCommand(main);
