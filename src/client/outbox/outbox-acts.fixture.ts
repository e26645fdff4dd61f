// What happens in a run of the model of the outbox.
import * as fc from "fast-check";
import type { Weather } from "./outbox.fixture.ts";
import type { Storage } from "./outbox-storage.fixture.ts";

/** One act of the model. */
export type Act =
  | { kind: "write"; photos: number }
  | { kind: "edit"; at: number }
  | { kind: "remove"; at: number }
  | { kind: "send"; weather: Weather[] }
  | { kind: "two tabs"; weather: Weather[] }
  | { kind: "edit while sending"; at: number; weather: Weather[] }
  /** The author saves a change of what the server has just confirmed, before it leaves the outbox. */
  | { kind: "edit when confirmed"; weather: Weather[] }
  | { kind: "storage"; storage: Storage; photos: number; weather: Weather[] }
  | { kind: "clock"; hours: number }
  | { kind: "lock" }
  | { kind: "update" }
  | { kind: "vanish" };

const weather = fc.array(
  fc.constantFrom<Weather>(
    ...([
      "fair",
      "fair",
      "fair",
      "cut",
      "lost",
      "busy",
      "signed_out",
      "expired",
      "broken",
    ] as const),
    "killed",
  ),
  { minLength: 1, maxLength: 6 },
);
/** Some acts, one after the other. */
export const acts = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("write" as const), photos: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ kind: fc.constant("edit" as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant("remove" as const), at: fc.nat(20) }),
    fc.record({ kind: fc.constant("send" as const), weather }),
    fc.record({ kind: fc.constant("two tabs" as const), weather }),
    fc.record({ kind: fc.constant("edit while sending" as const), at: fc.nat(20), weather }),
    fc.record({ kind: fc.constant("edit when confirmed" as const), weather }),
    fc.record({
      kind: fc.constant("storage" as const),
      storage: fc.constantFrom<Storage>("full", "blocked"),
      photos: fc.integer({ min: 0, max: 3 }),
      weather,
    }),
    fc.record({
      kind: fc.constant("clock" as const),
      hours: fc.integer({ min: -9000, max: 9000 }),
    }),
    fc.constantFrom<Act>(
      { kind: "lock" },
      { kind: "update" },
      { kind: "update" },
      { kind: "vanish" },
    ),
  ),
  { minLength: 2, maxLength: 14 },
);
