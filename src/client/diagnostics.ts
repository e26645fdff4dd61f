// Errors the browser met, kept until they are reported: also over a reload and a tab that was closed.
import type { DiagnosticReport } from "../domain/diagnostic.ts";
import { limits } from "../domain/limits.ts";
import { readLocal, writeLocal } from "./local.ts";
import { appVersion } from "./version.ts";

const KEPT = 50;
const STORED = "diagnostics";
let kept: DiagnosticReport[] | null = null;

/** What is kept, with what an earlier visit could not send. */
function all(): DiagnosticReport[] {
  kept ??= readKept();
  return kept;
}

function readKept(): DiagnosticReport[] {
  try {
    const stored: unknown = JSON.parse(readLocal(STORED) ?? "[]");
    return Array.isArray(stored) ? (stored as DiagnosticReport[]).slice(-KEPT) : [];
  } catch {
    return [];
  }
}

function keep(next: DiagnosticReport[]): void {
  kept = next.slice(-KEPT);
  writeLocal(STORED, kept.length === 0 ? null : JSON.stringify(kept));
}

/** Keeps an error for the next report, once. Addresses lose their query: it may hold what a user typed. */
export function recordFault(fault: { error_id: string; message: string; code?: string }): void {
  if (all().some(({ error_id }) => error_id === fault.error_id)) return;
  const message = [fault.code, fault.message].filter(Boolean).join(": ").slice(0, 2000);
  keep([
    ...all(),
    {
      error_id: fault.error_id,
      message: withoutQueries(message),
      app_url: withoutKeys(`${location.origin}${location.pathname}`).slice(0, 2000),
      timestamp: new Date().toISOString(),
      app_version: appVersion,
      user_agent: navigator.userAgent.slice(0, 400),
    },
  ]);
}

/** Addresses in a text without their queries and keys: tokens and names may stand there. */
function withoutQueries(text: string): string {
  return withoutKeys(text.replace(/\b(https?:\/\/[^\s?#"')]+)[?#][^\s"')]*/g, "$1"));
}

/** Invitations, resets and sign-ins carry their key as a part of the path: 256 bit in base64url. */
function withoutKeys(address: string): string {
  return address.replace(/\/[\w-]{43}(?![\w-])/g, "/key");
}

/** The newest that fit into one report, oldest of them first; all stay kept until dropped. */
export function faultsToSend(): DiagnosticReport[] {
  const batch: DiagnosticReport[] = [];
  let bytes = 0;
  for (const fault of all().toReversed()) {
    bytes += new TextEncoder().encode(JSON.stringify(fault)).length + 1;
    if (bytes > limits.reportBytes) break;
    batch.unshift(fault);
  }
  return batch;
}

/** Forgets what has arrived. */
export function dropFaults(sent: readonly DiagnosticReport[]): void {
  const gone = new Set(sent.map(({ error_id }) => error_id));
  keep(all().filter(({ error_id }) => !gone.has(error_id)));
}
