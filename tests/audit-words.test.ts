// The audit screen has words for all that an entry may say, in each language: generated from the actions, the facts and the
// tables of codes, so that the next one is in it.
import { beforeAll, describe, expect, it } from "vitest";
import { hasWords, loadWords, startWords } from "../src/client/i18n.ts";
import { accessScopes } from "../src/domain/account/access-token.ts";
import { auditActions } from "../src/domain/account/audit.ts";
import { permissionNames } from "../src/domain/account/permission.ts";
import { roleKeys } from "../src/domain/account/role.ts";
import { analysisStates, visibilities } from "../src/domain/analysis/analysis.ts";
import { invoiceStates } from "../src/domain/analysis/invoice.ts";
import { progressEvents } from "../src/domain/analysis/progress.ts";
import { verdicts } from "../src/domain/evaluation/finding-review.ts";

import { findingStatuses } from "../src/domain/finding/finding-status.ts";
import { rmaStates } from "../src/domain/finding/rma.ts";
import { orderTypes } from "../src/domain/provider/order.ts";
import { webhookEvents } from "../src/domain/provider/webhook.ts";
import { reportSections } from "../src/domain/report/report.ts";
import { workOrderStatuses } from "../src/domain/work-order/work-order-status.ts";
import { workOrderPriorities } from "../src/domain/work-order/work-order.ts";
import { codeKey, factKey } from "../src/panels/audit/entry-words.ts";
import { auditFacts } from "./fixtures/audit-fact.ts";

/** Codes that entries may have, from the tables of the product. */
const codes: Readonly<Record<string, readonly string[]>> = {
  from: [...roleKeys, ...analysisStates, ...visibilities],
  to: [...roleKeys, ...analysisStates, ...visibilities],
  role: roleKeys,
  status: [...findingStatuses, ...workOrderStatuses],
  priority: workOrderPriorities,
  rma: rmaStates,
  granted: permissionNames,
  revoked: permissionNames,
  event: progressEvents,
  invoice_state: invoiceStates,
  verdict: verdicts,
  type: orderTypes,
  scopes: accessScopes,
  sections: reportSections,
  events: webhookEvents,
  kind: ["kml", "pdf", "tif"],
  placement: ["proposed", "stated"],
  auth_method: ["0", "1"],
  step: ["register", "change_auth_method"],
  field: ["security_code", "new_security_code"],
  factor: ["password", "email_login", "totp_login", "recovery_code", "passkey", "single_sign_on"],
  by: ["user", "provisioning", "single_sign_on"],
};

describe.each(["en", "es", "pt"] as const)("in %s", (language) => {
  beforeAll(async () => {
    await startWords(language);
    await loadWords(() => true);
  });

  it("each fact that an entry may have has a name in words", () => {
    expect(auditFacts.length).toBeGreaterThan(150);
    expect(auditFacts.filter((name) => factKey(name) === undefined)).toEqual([]);
  });

  it("each action has words", () => {
    expect(auditActions.filter((action) => !hasWords(`audit:action.${action}`))).toEqual([]);
  });

  it.each(Object.entries(codes))("each code of %s has words", (name, all) => {
    expect(all.length).toBeGreaterThan(0);
    expect(all.filter((code) => codeKey(name, code) === undefined)).toEqual([]);
  });
});
