// Starts the bare server in a process of its own.
import { spawn } from "node:child_process";
import { join } from "node:path";

/** @param list path of the JSON that `/list` answers */
export async function startBare(list: string, folder: string, databaseUrl: string) {
  const script = join(import.meta.dirname, "bare-server.ts");
  const child = spawn(process.execPath, [script, list, folder, databaseUrl], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) =>
    child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim())),
  );
  return { url, stop: () => child.kill() };
}
