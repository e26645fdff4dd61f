// Errors in the browser, stored until they are reported, also after a reload or a closed tab.
import type { DiagnosticReport } from "../domain/diagnostic.ts";
import { limits } from "../domain/limits.ts";
import { readLocal, writeLocal } from "./local.ts";
import { appVersion } from "./version.ts";
import { serverNow } from "./server-time.ts";

const KEPT = 50;
const STORED = "diagnostics";
let kept: DiagnosticReport[] | null = null;

/** All recorded errors, with those that an earlier visit could not send. */
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

/** Records an error once. Queries are removed from addresses: they may hold text that a user typed. */
export function recordFault(fault: { error_id: string; message: string; code?: string }): void {
  if (all().some(({ error_id }) => error_id === fault.error_id)) return;
  const message = [fault.code, fault.message].filter(Boolean).join(": ").slice(0, 2000);
  keep([
    ...all(),
    {
      error_id: fault.error_id,
      message: withoutQueries(message),
      app_url: withoutKeys(`${location.origin}${location.pathname}`).slice(0, 2000),
      timestamp: new Date(serverNow()).toISOString(),
      app_version: appVersion,
      user_agent: navigator.userAgent.slice(0, 400),
    },
  ]);
}

/** Removes queries and keys from the addresses in a text: they may hold tokens and names. */
function withoutQueries(text: string): string {
  return withoutKeys(text.replace(/\b(https?:\/\/[^\s?#"')]+)[?#][^\s"')]*/g, "$1"));
}

/** Links of invitations, resets and sign-ins have their key in the path: 256 bit in base64url. */
function withoutKeys(address: string): string {
  return address.replace(/\/[\w-]{43}(?![\w-])/g, "/key");
}

/** Removes all recorded errors: they name pages of who has signed out. */
export function forgetFaults(): void {
  keep([]);
}

/** The newest errors that fit into one report, oldest first; they stay stored until dropFaults. */
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

/** Removes the errors that the server has received. */
export function dropFaults(sent: readonly DiagnosticReport[]): void {
  const sentIds = new Set(sent.map(({ error_id }) => error_id));
  keep(all().filter(({ error_id }) => !sentIds.has(error_id)));
}
