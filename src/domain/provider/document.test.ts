import { describe, expect, it } from "vitest";
import {
  documentChanges,
  documentProtectionRefusal,
  fileNameRefusal,
  safeFileName,
  type Document,
} from "./document.ts";

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
    const other = { title: "a", file_name: "b.pdf", description: "c", is_protected: true };
    expect(documentChanges(stored, other)).toEqual(other);
  });

  it("is protected by super admins alone", () => {
    const refusal = (is_super_admin: boolean, is_protected?: boolean) =>
      documentProtectionRefusal({ is_super_admin }, { is_protected });
    expect(refusal(true, true)).toBeNull();
    expect(refusal(false, false)).toBeNull();
    expect(refusal(false)).toBeNull();
    expect(refusal(false, true)).toEqual({
      reason: "document_protected_by_others",
      field: "is_protected",
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

  it.each([
    ["C:\\plans\\a.pdf", "a.pdf"],
    ["plans/a.pdf", "a.pdf"],
    ['a:b*c?d"e<f>g|h', "a_b_c_d_e_f_g_h"],
    ["a\u202eb\tc\u2028d.pdf", "abcd.pdf"],
    [" ..a b.. ", "a b"],
    ["..", "document"],
    ["plans/", "document"],
    ["con", "_con"],
    ["LPT1.txt", "_LPT1.txt"],
    ["com9", "_com9"],
    ["lpt10", "lpt10"],
    ["console.pdf", "console.pdf"],
    ["my con", "my con"],
    ["a".repeat(200), "a".repeat(200)],
    ["a".repeat(201), "a".repeat(200)],
    [`${"a".repeat(300)}.pdf`, `${"a".repeat(196)}.pdf`],
    [`${"a".repeat(197)}.b.pdf`, `${"a".repeat(196)}.pdf`],
    // An ending has at most 20 letters.
    [`${"a".repeat(300)}.${"e".repeat(20)}`, `${"a".repeat(179)}.${"e".repeat(20)}`],
    [`${"a".repeat(300)}.${"e".repeat(21)}`, "a".repeat(200)],
    // Half a character is not kept: two units of UTF-16 make the smile.
    [`${"a".repeat(195)}😀😀.pdf`, `${"a".repeat(195)}.pdf`],
  ])("is named %j as %j", (given, stored) => {
    expect(safeFileName(given)).toBe(stored);
  });

  it("refuses a file name that some system cannot store, with the field", () => {
    const bad = { reason: "file_name_bad", field: "file_name" };
    for (const name of [...'\\/:*?"<>|\u0007\u202e\u2028\u2029\ud800'].map((one) => `a${one}b`)) {
      expect(fileNameRefusal(name), JSON.stringify(name)).toEqual(bad);
    }
    for (const name of [".a", "a.", "a ", "nul", "AUX.pdf", "prn.", "com1.txt"]) {
      expect(fileNameRefusal(name), name).toEqual(bad);
    }
    for (const name of ["a.b", " a", "null", "a com1", "com", "com12", "é ñ.pdf"]) {
      expect(fileNameRefusal(name), name).toBeNull();
    }
    for (const name of ["", "  "]) {
      expect(fileNameRefusal(name)).toEqual({ reason: "field_missing", field: "file_name" });
    }
  });
});
