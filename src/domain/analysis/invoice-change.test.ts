import { describe, expect, it } from "vitest";
import { analysisStates, visibilities } from "./analysis.ts";
import {
  invoiceFormShape,
  invoiceIdRefusal,
  invoiceRefusal,
  isToBeInvoiced,
} from "./invoice-change.ts";
import { invoiceStates } from "./invoice.ts";

describe("an invoice", () => {
  it("has an id of INV- and six digits", () => {
    expect(invoiceIdRefusal("INV-000123")).toBeNull();
    for (const id of ["INV-12345", "INV-1234567", "inv-123456", "INV-12345a", " INV-123456", ""]) {
      expect(invoiceIdRefusal(id)).toEqual({ reason: "invoice_id_wrong", field: "invoice_id" });
    }
  });

  it("is found by an id or a link from DRAFT upward", () => {
    const without = invoiceStates.filter(
      (invoice_state) =>
        invoiceRefusal({ invoice_state, invoice_id: null, invoice_link: null }) === null,
    );
    expect(without).toEqual(["NEEDS_TO_BE_CREATED", "NO_INVOICE_REQUIRED"]);
    expect(invoiceRefusal({ invoice_state: "SENT", invoice_id: null, invoice_link: null })).toEqual(
      { reason: "invoice_without_id", field: "invoice_id" },
    );
    for (const invoice_state of invoiceStates) {
      const byId = { invoice_state, invoice_id: "INV-000001", invoice_link: null };
      const byLink = { invoice_state, invoice_id: null, invoice_link: "https://example.com/1" };
      expect([invoiceRefusal(byId), invoiceRefusal(byLink)]).toEqual([null, null]);
    }
  });

  it("has links that a browser opens without running anything", () => {
    const isTaken = (link: string) =>
      invoiceFormShape.safeParse({
        invoice_state: "DRAFT",
        invoice_id: null,
        invoice_link: link,
        po_reference: null,
        po_pdf_link: link,
      }).success;
    expect(isTaken("https://example.com/a.pdf")).toBe(true);
    expect(isTaken("http://example.com/a.pdf")).toBe(true);
    for (const link of ["javascript:alert(1)", "data:text/html,x", "file:///a", "example.com"]) {
      expect([link, isTaken(link)]).toEqual([link, false]);
    }
  });

  it("is still to be sent for what is finished or released", () => {
    for (const state of analysisStates) {
      for (const visibility of visibilities) {
        const open = invoiceStates.filter((invoice_state) =>
          isToBeInvoiced({ state, visibility, invoice_state }),
        );
        const isDelivered = state === "FINISHED" || visibility === "released";
        expect([state, visibility, open]).toEqual([
          state,
          visibility,
          isDelivered ? ["NEEDS_TO_BE_CREATED", "DRAFT"] : [],
        ]);
      }
    }
  });
});
