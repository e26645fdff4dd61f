// What a reader is, and the messages between the server and a process that reads users' files.
import type { ErrorCode, Problem } from "../../domain/error.ts";

/** Sends a value to the server and waits until the server has used it. */
export type Say<Value> = (value: Value) => Promise<void>;

/** Runs in a process of its own. Input and results are copied: plain values, texts and typed arrays. */
export type Reader<Input, Result, Said = never> = (input: Input, say: Say<Said>) => Promise<Result>;

/** From the server: a reader to begin, or the receipt of what the process said. */
export type Order =
  | {
      readonly kind: "read";
      readonly name: string;
      readonly input: unknown;
      readonly memory_bytes: number;
      /** Processor time in milliseconds; 0 for no limit. */
      readonly processor_ms: number;
    }
  | { readonly kind: "received" };

/** From the process. */
export type Answer =
  | { readonly kind: "said"; readonly value: unknown }
  | { readonly kind: "done"; readonly result: unknown; readonly rss: number }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly problems: readonly Problem[] }
  | { readonly kind: "failed"; readonly message: string; readonly code?: unknown };
