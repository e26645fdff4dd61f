// Uploaded files of a twin until the job reads them.
import { randomUUID } from "node:crypto";

/** A folder for one upload. Its name begins with the time, for people who look. */
export function stagingFolder(now: Date): string {
  return `upload/twin/${now.getTime()}-${randomUUID()}`;
}
