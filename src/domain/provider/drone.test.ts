import { describe, expect, it } from "vitest";
import { angleOfView, droneModelRemovalRefusal, groundSampling } from "./drone-model.ts";
import {
  droneSerialRefusal,
  internalIdentifierRefusal,
  isAvailable,
  serialNumberRefusal,
} from "./drone.ts";
import { modelsOfSeries, shippedDroneModels } from "./shipped-drone-model.ts";

describe("an internal identifier", () => {
  it("is unique, case-sensitive and without spaces", () => {
    const taken = new Set(["Falcon"]);
    expect(internalIdentifierRefusal("Falcon", taken)?.reason).toBe("internal_identifier_taken");
    expect(internalIdentifierRefusal("falcon", taken)).toBeNull();
    expect(internalIdentifierRefusal("Fal con", taken)?.reason).toBe("internal_identifier_spaces");
    expect(internalIdentifierRefusal("", taken)?.reason).toBe("field_missing");
  });

  it("has no invisible characters, and its refusal says the field", () => {
    for (const text of ["Fal\u200bcon", "Fal\tcon", " Falcon", "Falcon\u00a0"]) {
      expect(internalIdentifierRefusal(text), JSON.stringify(text)).toEqual({
        reason: "internal_identifier_spaces",
        field: "internal_identifier",
      });
    }
    expect(internalIdentifierRefusal("Falcón-7")).toBeNull();
  });
});

describe("a drone", () => {
  it("is available while its model is supported and it is not retired", () => {
    expect(isAvailable({ supported: true, retired: false })).toBe(true);
    expect(isAvailable({ supported: true, retired: true })).toBe(false);
    expect(isAvailable({ supported: false, retired: false })).toBe(false);
  });

  it("has a serial number, unless it represents any drone of its model", () => {
    const missing = { reason: "serial_number_missing", field: "serial_number" };
    expect(serialNumberRefusal({ serial_number: " ", generic: false })).toEqual(missing);
    expect(serialNumberRefusal({ serial_number: " ", generic: true })).toBeNull();
    expect(serialNumberRefusal({ serial_number: "1ZN", generic: false })).toBeNull();
    expect(serialNumberRefusal({ serial_number: "1ZN", generic: true })).toBeNull();
  });
});

describe("a drone model", () => {
  it("can be deleted if staff added it and no drone has it", () => {
    expect(droneModelRemovalRefusal({ key: null, drone_count: 0 })).toBeNull();
    const used = { reason: "drone_model_in_use", values: { count: 1 } };
    expect(droneModelRemovalRefusal({ key: null, drone_count: 1 })).toEqual(used);
    expect(droneModelRemovalRefusal({ key: "mavic_3t", drone_count: 1 })).toEqual(used);
    expect(droneModelRemovalRefusal({ key: "mavic_3t", drone_count: 0 })).toEqual({
      reason: "drone_model_shipped",
    });
  });

  it("without a known focal length has no ground sampling and no angle of view", () => {
    const camera = { kind: "rgb", width: 4000, height: 3000, min_interval: null } as const;
    expect(groundSampling({ focal_px: null }, 100)).toBeNull();
    expect(angleOfView({ ...camera, focal_px: null })).toBeNull();
    // Half the width as far away as it is wide: 45 degrees to each side.
    expect(angleOfView({ ...camera, focal_px: 2000 })).toBeCloseTo(90, 10);
    expect(groundSampling({ focal_px: 2000 }, 50)).toBeCloseTo(2.5, 10);
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

describe("a serial number that another drone has", () => {
  const held = { id: 1, serial_number: "1ZN 7", internal_identifier: "Kite", retired: false };
  const refusalOf = (serial_number: string, stored: typeof held | null = null, drones = [held]) =>
    droneSerialRefusal({ serial_number, generic: false, retired: false }, stored, drones);
  const taken = { reason: "drones_serial_taken", values: { holder: "Kite" } };

  it("is refused, however its letters and spaces are written", () => {
    expect(refusalOf("1zn7")).toMatchObject(taken);
    expect(refusalOf("1ZN8")).toBeNull();
  });

  it("is free again once that drone is retired", () => {
    expect(refusalOf("1ZN7", null, [{ ...held, retired: true }])).toBeNull();
    const back = { ...held, id: 2, internal_identifier: "Old", retired: true };
    expect(refusalOf("1ZN 7", back, [held, back])).toMatchObject(taken);
  });

  it("stays with the drone that is stored with it", () => {
    const twin = { ...held, id: 2, internal_identifier: "Twin" };
    expect(refusalOf("1ZN 7", twin, [held, twin])).toBeNull();
    expect(refusalOf("1ZN7", twin, [held, twin])).toMatchObject(taken);
    expect(refusalOf("9", twin, [held, twin])).toBeNull();
  });
});
