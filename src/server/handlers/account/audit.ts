// The audit trail of admins.
import type { auditApi } from "../../../api/account/audit.ts";
import type { AuditRow } from "../../../domain/account/audit-trail.ts";
import { csvRow } from "../../../domain/column/csv.ts";
import { failure } from "../../../domain/error.ts";
import { limits } from "../../../domain/limits.ts";
import type { Handlers } from "../../implement.ts";
import { countAuditTrail, readAuditTrail } from "../../store/account/audit-trail.ts";
import { textStream } from "../../twin-file/text-file.ts";

/** Entries that are read at once for a file. */
const pageLength = 2000;

export const auditHandlers: Handlers<typeof auditApi> = {
  async list({ db, viewer }, { query: { before = null, limit, ...selection } }) {
    const [rows, total] = await Promise.all([
      readAuditTrail(db, viewer, selection, { before, limit }),
      countAuditTrail(db, viewer, selection),
    ]);
    return { rows, total };
  },

  async export({ db, viewer, now }, { query }) {
    const count = await countAuditTrail(db, viewer, query);
    const most = limits.auditExport;
    if (count > most) {
      throw failure("CONFLICT", {
        reason: "audit_export_limit",
        values: { count, most },
      });
    }
    return {
      content_type: "text/csv; charset=utf-8",
      file_name: `audit trail ${now().toISOString().slice(0, 10)}.csv`,
      body: textStream(
        csvTexts((page) => readAuditTrail(db, viewer, query, { ...page, limit: pageLength })),
      ),
    };
  },
};

const columns = [
  "position",
  "created_at",
  "action",
  "account_id",
  "user_name",
  "user_email",
  "customer_id",
  "customer_name",
  "detail",
  "request_id",
  "id",
  "hash",
] as const satisfies readonly (keyof AuditRow)[];

/** Read page by page while the file is sent. */
async function* csvTexts(
  read: (page: { before: number | null }) => Promise<AuditRow[]>,
): AsyncGenerator<string> {
  // Spreadsheets read a file as UTF-8 only if it has a byte order mark.
  yield `\ufeff${csvRow(columns)}`;
  let before: number | null = null;
  for (;;) {
    const rows = await read({ before });
    if (rows.length === 0) return;
    yield rows.map((row) => csvRow(columns.map((column) => row[column]))).join("");
    before = rows.at(-1)!.position;
  }
}
