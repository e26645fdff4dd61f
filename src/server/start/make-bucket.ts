// Makes the bucket of OBJECT_STORE_URL where it is not there yet, with an account that may do so. Run once, before the
// app, whose account may not.
import { setTimeout as sleep } from "node:timers/promises";
import { makeBucket } from "../adapters/object-s3.ts";
import { readSettings } from "./settings.ts";

const tries = 60;

const { object_store_url } = readSettings(process.env);
if (object_store_url === null) throw new Error("OBJECT_STORE_URL is missing.");
for (let at = 1; ; at += 1) {
  const reason = await makeBucket(object_store_url).catch((error: unknown) =>
    error instanceof Error ? error.message || error.name : String(error),
  );
  if (reason === null) break;
  if (at === tries) {
    process.stderr.write(`The bucket could not be made: ${reason}\n`);
    process.exit(1);
  }
  await sleep(1000);
}
