import { describe, expect, it } from "vitest";
import { appVersionRefusal, packageName, packageRefusal } from "./drone-app.ts";

describe("a package of the drone app", () => {
  it("has a version that an address can hold", () => {
    for (const version of ["1", "2.10.3", "2.0.0-beta+7", "a".repeat(40)]) {
      expect(appVersionRefusal(version), version).toBeNull();
    }
    for (const version of [".1", "-1", "1 0", "1/0", "é", "a".repeat(41)]) {
      expect(appVersionRefusal(version), version).toEqual({
        reason: "app_version_format",
        field: "version",
      });
    }
    expect(appVersionRefusal("")).toEqual({ reason: "field_missing", field: "version" });
  });

  it("is a ZIP file by its first four bytes", () => {
    const zip = [0x50, 0x4b, 3, 4];
    expect(packageRefusal(Uint8Array.of(...zip, 20))).toBeNull();
    for (const [at] of zip.entries()) {
      const other = zip.with(at, 0);
      expect(packageRefusal(Uint8Array.from(other)), String(at)).toEqual({
        reason: "app_no_package",
        field: "file",
      });
    }
    expect(packageRefusal(Uint8Array.from(zip.slice(0, 3)))).not.toBeNull();
  });

  it("is downloaded under the name of its series and version", () => {
    expect(packageName("sdk5", "2.1.0")).toBe("drone-app-sdk5-2.1.0.apk");
  });
});
