// Settings of the daily digest.
import { z } from "zod";
import { isKnownZone } from "../../domain/plant/plant-time.ts";
import { integer, row } from "./setting-kind.ts";

export const digestSettings = {
  digest_hour: row({
    name: "DIGEST_HOUR",
    fallback: "7",
    meaning: "Hour of the day, 0 to 23, from which users get the digest of their inbox.",
    schema: integer(0, 23),
  }),
  digest_zone: row({
    name: "DIGEST_ZONE",
    fallback: "UTC",
    meaning: "Time zone of this hour, such as `Europe/Madrid`.",
    schema: z.string().refine(isKnownZone, "must be a time zone such as Europe/Madrid"),
  }),
} as const;
