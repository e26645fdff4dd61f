import { describe, expect, it } from "vitest";
import { documentChanges, fileNameRefusal, safeFileName, type Document } from "./document.ts";

const stored: Document = {
  id: 1,
  title: "Manual",
  file_name: "manual.pdf",
  description: "",
  is_protected: false,
  bytes: 10,
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  created_by: null,
};
const { title, file_name, description, is_protected } = stored;
const same = { title, file_name, description, is_protected };

describe("a documentation file", () => {
  it("sends only changed fields, and nothing without changes", () => {
    expect(documentChanges(stored, same)).toBeNull();
    expect(documentChanges(stored, { ...same, title: "Guide", is_protected: true })).toEqual({
      title: "Guide",
      is_protected: true,
    });
  });

  it("T20 gets a file name that every system can store", () => {
    for (const name of [
      "../../a",
      "..",
      ".",
      "",
      " ",
      "a/",
      "\\",
      "con",
      "CON.txt",
      "lpt1",
      "a:b",
      "a\u202eb",
      "x. .",
      "\ud800.pdf",
      "é".repeat(500),
      `${"a".repeat(198)}😀.pdf`,
      ".".repeat(300),
      "-rf",
      "a\u0000",
    ]) {
      const safe = safeFileName(name);
      expect(fileNameRefusal(safe), JSON.stringify([name, safe])).toBeNull();
      expect(safe.length).toBeLessThanOrEqual(200);
    }
    expect(safeFileName("Informe año 2026.pdf")).toBe("Informe año 2026.pdf");
  });
});
