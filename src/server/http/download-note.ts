// Notes in the audit trail who received which file, report, export, image or values.
import type { FastifyRequest } from "fastify";
import type { DownloadKind, Endpoint } from "../../api/endpoint.ts";
import type { AuditAction } from "../../domain/account/audit.ts";
import type { Context, ScopedObjects } from "../context.ts";
import type { ByteAnswer } from "../implement.ts";
import { writeAuditEntry } from "../store/account/audit.ts";
import { isUnchanged } from "./byte-answer.ts";
import { loggable } from "./error-answer.ts";
import { plainAddress } from "./url-token.ts";

const minute = 60_000;
type Rule = {
  readonly action: AuditAction;
  /** Milliseconds in which the same is noted once. */
  readonly pauseMs: number;
  /** What is fetched in hundreds of pieces is the same for one plant or analysis, not for one address. */
  readonly isByObject: boolean;
};

const rules: Readonly<Record<DownloadKind, Rule>> = {
  // Browsers fetch a file in ranges, and begin again after a break.
  file: { action: "download_file", pauseMs: 10 * minute, isByObject: false },
  report: {
    action: "download_report",
    pauseMs: 10 * minute,
    isByObject: false,
  },
  export: { action: "download_export", pauseMs: 0, isByObject: false },
  image: { action: "view_images", pauseMs: 60 * minute, isByObject: true },
  values: { action: "view_values", pauseMs: 60 * minute, isByObject: true },
};

/** Keys that are kept. The oldest are forgotten, and what they stand for is noted once more. */
const mostKeys = 20_000;
/** Letters of an address that an entry keeps. */
const mostLetters = 500;

export type DownloadNotes = {
  /**
   * Writes an entry before the bytes are sent, unless the same was noted a short time ago or nothing is sent. An
   * entry that cannot be written is logged, and the answer is sent: a full disk must not take reading from everyone.
   */
  note(
    context: Context,
    endpoint: Endpoint,
    request: FastifyRequest,
    answer: unknown,
    scoped: ScopedObjects,
  ): Promise<void>;
};

export function downloadNotes(): DownloadNotes {
  /** Time of the last entry, by key, in the order of the entries. */
  const noted = new Map<string, number>();
  return {
    async note(context, endpoint, request, answer, { plant }) {
      if (endpoint.download === undefined || request.method === "HEAD") return;
      const sent = answer as ByteAnswer;
      if (isUnchanged(request, sent)) return;
      const { action, pauseMs, isByObject } = rules[endpoint.download];
      const { viewer } = context;
      const address = plainAddress(request.url);
      const objects = objectsOf(endpoint, request);
      const what = isByObject ? `${endpoint.download} ${JSON.stringify(objects)}` : address;
      const key = `${viewer.account_id} ${viewer.customer_id} ${what}`;
      const at = context.now().getTime();
      if (at - (noted.get(key) ?? -Infinity) < pauseMs) return;
      noted.delete(key);
      if (pauseMs > 0) noted.set(key, at);
      if (noted.size > mostKeys) noted.delete(noted.keys().next().value!);
      const detail = {
        address: address.slice(0, mostLetters),
        ...(sent.file_name !== undefined && { file_name: sent.file_name }),
        ...(plant && { plant_id: plant.id }),
        ...objects,
      };
      const customer_id = plant?.customer_id ?? viewer.customer_id;
      await writeAuditEntry(context, context.db, {
        action,
        customer_id,
        detail,
      }).catch((error: unknown) => {
        noted.delete(key);
        const { account_id } = viewer;
        context.log.error(
          { ...loggable(error), account_id, action, ...detail },
          "a download was not noted in the audit trail",
        );
      });
    },
  };
}

/** The IDs in the address that the server looked for: `{ plant_id: 7 }`. */
function objectsOf({ scope }: Endpoint, { params }: FastifyRequest): Record<string, number> {
  const sent = params as Record<string, string>;
  return Object.fromEntries(
    Object.entries(scope ?? {}).map(([noun, name]) => [`${noun}_id`, Number(sent[name])]),
  );
}
