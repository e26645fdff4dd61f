import { describe, expect, it } from "vitest";
import { angleOfView, groundSampling } from "./drone-model.ts";
import { internalIdentifierRefusal, isAvailable } from "./drone.ts";
import { modelsOfSeries, shippedDroneModels } from "./shipped-drone-model.ts";

describe("an internal identifier", () => {
  it("is unique, case-sensitive and without spaces", () => {
    const taken = new Set(["Falcon"]);
    expect(internalIdentifierRefusal("Falcon", taken)?.reason).toBe("internal_identifier_taken");
    expect(internalIdentifierRefusal("falcon", taken)).toBeNull();
    expect(internalIdentifierRefusal("Fal con", taken)?.reason).toBe("internal_identifier_spaces");
    expect(internalIdentifierRefusal("", taken)?.reason).toBe("field_missing");
  });
});

describe("a drone", () => {
  it("is available while its model is supported and it is not retired", () => {
    expect(isAvailable({ supported: true, retired: false })).toBe(true);
    expect(isAvailable({ supported: true, retired: true })).toBe(false);
    expect(isAvailable({ supported: false, retired: false })).toBe(false);
  });
});

describe("the shipped drone models", () => {
  it("include the models of both series of the app", () => {
    const names = (series: "sdk4" | "sdk5") => modelsOfSeries(series).map(({ name }) => name);
    expect(names("sdk4")).toEqual(["Mavic 2 Enterprise Dual", "Mavic 2 Enterprise Advanced"]);
    expect(names("sdk5")).toEqual([
      "Mavic 3E",
      "Mavic 3T",
      "Mavic 3M",
      "Matrice 30T",
      "Matrice 4T",
    ]);
    expect(new Set(shippedDroneModels.map(({ key }) => key)).size).toBe(shippedDroneModels.length);
  });

  it("have the calibrated ground sampling and angles of view", () => {
    const thermalOf = (wanted: string) =>
      shippedDroneModels
        .find(({ abbreviation }) => abbreviation === wanted)
        ?.cameras.find(({ kind }) => kind === "thermal");
    // Published beside the calibration: GSD at 100 m in cm, and the horizontal angle in degrees.
    const published = {
      M2EA: [13.32, 46.2],
      M3T: [13.07, 45.4],
      M30T: [13.5, 46.7],
      M4T: [9.88, 35.1],
    };
    for (const [abbreviation, [sampling = 0, angle = 0]] of Object.entries(published)) {
      const camera = thermalOf(abbreviation);
      if (!camera) throw new Error(`${abbreviation} has no thermal camera`);
      expect(groundSampling(camera, 100)).toBeCloseTo(sampling, 1);
      expect(angleOfView(camera)).toBeCloseTo(angle, 0);
    }
  });
});
