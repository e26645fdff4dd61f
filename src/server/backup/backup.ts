// `npm run backup -- [FOLDER]`: writes a backup, also while the server runs.

import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { openObjectStore } from "../adapters/object-choice.ts";
import { openCommandDatabase } from "../start/command-database.ts";
import { readSettings } from "../start/settings.ts";
import { startFault } from "../start/start-fault.ts";
import { claimStore } from "../store/store-marker.ts";
import { runCommand } from "./command.ts";
import { writeBackup } from "./write-backup.ts";

const usage = `Usage: npm run backup -- [FOLDER]

Writes tables and files to a new folder (default: DATA_DIR/backup/DATE) and reads them again to compare.
The server may run. npm run restore reads the folder.

Exit code: 0 the backup is complete, 2 it could not be written.
`;

async function main(words: readonly string[]): Promise<number> {
  if (words.length > 1 || words.some((word) => word.startsWith("-"))) {
    throw startFault(usage.trim());
  }
  const settings = readSettings(process.env);
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const folder = resolve(words[0] ?? join(settings.data_dir, "backup", moment));
  const database = await openCommandDatabase(settings);
  try {
    const files = await openObjectStore(settings);
    await claimStore(database.db, files, settings);
    const manifest = await writeBackup({ pool: database.pool, files }, folder);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = [...manifest.tables, ...manifest.objects].reduce(
      (sum, one) => sum + one.bytes,
      0,
    );
    // Monitoring shows it.
    const note = { finished_at: manifest.finished_at, path: folder, bytes };
    await writeFile(join(settings.data_dir, "backup.json"), `${JSON.stringify(note)}\n`);
    process.stdout.write(
      `${folder}: ${manifest.tables.length} tables with ${rows} rows, ${manifest.objects.length} files, ` +
        `${bytes} bytes, written and compared.\n`,
    );
    for (const key of manifest.missing) process.stdout.write(`missing before: ${key}\n`);
    return 0;
  } finally {
    await database.close();
  }
}

await runCommand(main);
