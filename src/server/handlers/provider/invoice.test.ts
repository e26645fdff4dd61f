import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { HistoryEntry } from "../../../domain/analysis/history.ts";
import type { InvoiceForm } from "../../../domain/analysis/invoice-change.ts";
import { invoiceStates } from "../../../domain/analysis/invoice.ts";
import { writeHistory } from "../../store/plant/analysis/analysis-change.ts";
import { account } from "../../store/schema/account.ts";
import { analysis, analysisHistory } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
});
afterAll(() => server.close());

const none: InvoiceForm = {
  invoice_state: "NEEDS_TO_BE_CREATED",
  invoice_id: null,
  invoice_link: null,
  po_reference: null,
  po_pdf_link: null,
};
const change = (form: Partial<InvoiceForm>, as: AccountKey = "analyst") =>
  server.ask(api.invoice.change, as, {
    params: { id: own.released_id },
    body: { ...none, ...form },
  });
const outcome = ({ status, body }: { status: number; body: unknown }) => {
  const { problems } = body as { problems?: { reason: string; field?: string }[] };
  return [status, problems?.[0]?.reason ?? null, problems?.[0]?.field ?? null];
};
const history = async (id: number, as: AccountKey = "analyst") =>
  (await server.ask(api.analysisHistory.list, as, { params: { id } })).body as HistoryEntry[];

describe("the invoice of an analysis", () => {
  it("has an id or a link from DRAFT upward", async () => {
    expect((await server.ask(api.invoice.states, "analyst")).body).toEqual([...invoiceStates]);
    for (const invoice_state of invoiceStates) {
      const isFree = ["NEEDS_TO_BE_CREATED", "NO_INVOICE_REQUIRED"].includes(invoice_state);
      const free = isFree ? [200, null, null] : [409, "invoice_without_id", "invoice_id"];
      expect(outcome(await change({ invoice_state }))).toEqual(free);
      for (const found of [
        { invoice_id: "INV-123456" },
        { invoice_link: "https://invoices.example.com/7" },
      ]) {
        expect((await change({ invoice_state, ...found })).body).toMatchObject({
          ...none,
          invoice_state,
          ...found,
        });
      }
    }
  });

  it("has an id of the service, and links that open in a browser without running anything", async () => {
    for (const invoice_id of ["INV-12345", "INV-1234567", "inv-123456", "INV-12345x", "123456"]) {
      expect(outcome(await change({ invoice_id }))[0]).toBe(400);
    }
    for (const link of [
      "javascript:alert(1)",
      "ftp://example.com/a.pdf",
      "example.com",
      "data:,a",
    ]) {
      expect(outcome(await change({ invoice_link: link }))[0]).toBe(400);
      expect(outcome(await change({ po_pdf_link: link }))[0]).toBe(400);
    }
    const po = { po_reference: "PO 4711", po_pdf_link: "http://example.com/po.pdf" };
    expect((await change(po)).body).toMatchObject(po);
  });

  it("is changed and seen with permission only, and every field goes into the history", async () => {
    await change(none);
    const before = (await history(own.released_id)).length;
    expect(
      (await change({ invoice_state: "PAID", invoice_id: "INV-000001" }, "viewer")).status,
    ).toBe(403);
    await change({ invoice_state: "PAID", invoice_id: "INV-000001" });
    const rows = (await history(own.released_id)).slice(0, -before || undefined);
    expect(rows.map(({ field, old_value, new_value }) => [field, old_value, new_value])).toEqual([
      ["invoice_id", null, "INV-000001"],
      ["invoice_state", "NEEDS_TO_BE_CREATED", "PAID"],
    ]);
    const { rows: audit } = await server.database.owner.pool.query(
      "select count(*)::int as count from audit_entry where action = 'update_invoice'",
    );
    expect(audit[0].count).toBeGreaterThan(0);
  });

  it("is still to be made for what is finished or released, and not yet sent", async () => {
    const open = async () =>
      ((await server.ask(api.invoice.listOpen, "analyst")).body as Analysis[]).map(({ id }) => id);
    const { released_id, unreleased_id, invisible_id } = own;
    await server.database.owner.db
      .update(analysis)
      .set({ state: "PROCESSING" })
      .where(eq(analysis.id, unreleased_id));
    for (const invoice_state of invoiceStates) {
      await change({ invoice_state, invoice_id: "INV-000001" });
      const isOpen = invoice_state === "NEEDS_TO_BE_CREATED" || invoice_state === "DRAFT";
      expect((await open()).toSorted()).toEqual(
        isOpen ? [released_id, invisible_id] : [invisible_id],
      );
    }
    expect((await server.ask(api.invoice.listOpen, "viewer")).status).toBe(403);
  });
});

describe("the history of an analysis", () => {
  const write = (note: string, as: AccountKey = "analyst") =>
    server.ask(api.analysisHistory.write, as, {
      params: { id: own.unreleased_id },
      body: { note },
    });

  it("has notes with their author, newest first", async () => {
    expect((await write("  Clouds until noon  ")).status).toBe(200);
    await write("Flown again");
    const [second, first] = await history(own.unreleased_id);
    expect([first?.note, second?.note]).toEqual(["Clouds until noon", "Flown again"]);
    expect(first).toMatchObject({ field: "note", old_value: null, new_value: null });
    expect(first?.user_name).toEqual(expect.any(String));
    expect((await write(" ")).status).toBe(400);
  });

  it("has notes of the server in the language of the reader", async () => {
    const { db } = server.database.owner;
    const problem = { reason: "analysis_file_cut", file: "a.jpg", values: { length: 1, bytes: 2 } };
    await writeHistory(db, own.unreleased_id, null, [{ field: "note", problem }]);
    const noteFor = async (locale: "en" | "es" | "pt") => {
      await db.update(account).set({ locale }).where(eq(account.id, server.accounts.analyst.id));
      return (await history(own.unreleased_id))[0]?.note;
    };
    const words = (locale: string) => {
      const path = join(import.meta.dirname, `../../../../locales/${locale}/refusal.json`);
      const texts = JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
      return texts["analysis_file_cut"]?.replace("{{length}}", "1").replace("{{bytes}}", "2");
    };
    for (const locale of ["es", "pt", "en"] as const) {
      expect(await noteFor(locale)).toBe(`a.jpg: ${words(locale)}`);
    }
  });

  it("is for staff with its permissions", async () => {
    const params = { id: own.released_id };
    expect((await server.ask(api.analysisHistory.list, "viewer", { params })).status).toBe(403);
    const body = { note: "Hello" };
    const { status } = await server.ask(api.analysisHistory.write, "viewer", { params, body });
    expect(status).toBe(403);
  });

  it("is answered up to 1000 entries", async () => {
    const { db } = server.database.owner;
    const id = own.invisible_id;
    const rows = Array.from({ length: 1005 }, (_, at) => ({
      field: "note" as const,
      note: `${at}`,
    }));
    await writeHistory(db, id, null, rows);
    const answered = await history(id);
    expect([answered.length, answered[0]?.note, answered.at(-1)?.note]).toEqual([
      1000,
      "1004",
      "5",
    ]);
    expect(answered[0]?.user_name).toBeNull();
    await db.delete(analysisHistory).where(eq(analysisHistory.analysis_id, id));
  });
});

it("the last analysis is the newest that was flown before the day", async () => {
  const last = async (date: string, as: AccountKey = "analyst") =>
    (
      (
        await server.ask(api.analysis.readLast, as, {
          params: { id: own.plant_id },
          query: { date },
        })
      ).body as Analysis | null
    )?.id ?? null;
  const { released_id, unreleased_id, invisible_id } = own;
  // Flown on the first of January, February and March 2026.
  expect(await last("2026-01-01")).toBeNull();
  expect(await last("2026-01-02")).toBe(released_id);
  expect(await last("2026-02-01")).toBe(released_id);
  expect(await last("2026-03-01")).toBe(unreleased_id);
  expect(await last("2027-01-01")).toBe(invisible_id);
  expect(await last("2027-01-01", "viewer")).toBe(released_id);
});
