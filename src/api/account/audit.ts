// The audit trail: who did what, and who downloaded what.
import {
  auditListShape,
  auditQueryShape,
  auditSelection,
} from "../../domain/account/audit-trail.ts";
import { endpoint } from "../endpoint.ts";

export const auditApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/audit-entries",
    summary: "Entries of the audit trail, newest first, by user, action, time and customer.",
    permission: "READ_AUDIT_TRAIL",
    scope: null,
    query: auditQueryShape,
    answer: auditListShape,
  }),
  export: endpoint({
    method: "GET",
    path: "/auth/audit-entries/export",
    summary: "The entries that meet the filters, as CSV, newest first, with their seals.",
    permission: "READ_AUDIT_TRAIL",
    scope: null,
    query: auditSelection,
    answerKind: "csv",
    heavy: true,
    download: "export",
  }),
};
