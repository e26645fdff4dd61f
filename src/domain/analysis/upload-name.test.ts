import { describe, expect, it } from "vitest";
import { secureName, uploadNameLength, uploadNameRefusal } from "./upload-name.ts";

describe("the name of an uploaded file", () => {
  it("keeps its folders and leads nowhere else", () => {
    expect(secureName("DCIM/100/a.jpg")).toBe("DCIM/100/a.jpg");
    expect(secureName("../../etc/./a.jpg")).toBe("etc/a.jpg");
    expect(secureName("C:\\card\\a.jpg")).toBe("card/a.jpg");
    expect(secureName("/a.jpg")).toBe("a.jpg");
  });

  it("keeps the nearest folders where there are too many, or they are too long", () => {
    const deep = [..."0123456789"].map((digit) => `f${digit}`);
    expect(secureName([...deep, "a.jpg"].join("/"))).toBe([...deep.slice(-8), "a.jpg"].join("/"));
    const long = ["x", "y", "z"].map((sign) => sign.repeat(190));
    expect(secureName([...long, "a.jpg"].join("/"))).toBe([...long.slice(1), "a.jpg"].join("/"));
  });

  it("is refused where it is not what a sound name would be", () => {
    for (const sent of ["../a.jpg", "a/../../b", "C:\\a", "x".repeat(600)]) {
      const name = secureName(sent);
      expect([name, uploadNameRefusal(name)]).toEqual([name, null]);
      expect(uploadNameRefusal(sent), sent).not.toBeNull();
    }
    const most = [...Array(8).fill("f"), "a.jpg"].join("/");
    expect(uploadNameRefusal(most)).toBeNull();
    expect(uploadNameRefusal(`f/${most}`)).toEqual({ reason: "file_name_bad", field: "file_name" });
    const parts = ["x", "y", "z"].map((sign) => sign.repeat(170));
    expect(parts.join("/").length).toBeGreaterThan(uploadNameLength);
    expect(uploadNameRefusal(parts.join("/"))).not.toBeNull();
  });
});
