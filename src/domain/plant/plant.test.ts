import { describe, expect, it } from "vitest";
import { blueprintBytes, blueprintCountRefusal, blueprintFileRefusal, isPdf } from "./blueprint.ts";
import {
  plantChangeRefusal,
  plantFormShape,
  plantMoveRefusal,
  plantRemovalRefusal,
  plantTechnologyRefusal,
} from "./plant.ts";
import { keyFigures } from "../key-figure/key-figure.ts";
import {
  keyFigureSwitchRefusal,
  seesDisabledKeyFigures,
} from "../key-figure/enabled-key-figure.ts";
import { technologies } from "../component/component.ts";

describe("a plant", () => {
  it("cannot be deleted with analyses or orders", () => {
    const analyses = { reason: "plant_has_analyses", values: { count: 2 } };
    expect(plantRemovalRefusal({ analysis_count: 2, order_count: 1 })).toEqual(analyses);
    expect(plantRemovalRefusal({ analysis_count: 0, order_count: 1 })).toEqual({
      reason: "plant_has_orders",
      values: { count: 1 },
    });
    expect(plantRemovalRefusal({ analysis_count: 0 })).toBeNull();
    expect(plantRemovalRefusal({ analysis_count: 0, order_count: 0 })).toBeNull();
  });

  it("keeps its technology once it has components or properties", () => {
    const fixed = { reason: "plant_technology_fixed" };
    expect(plantTechnologyRefusal({ digitized: true, property_count: 0 })).toEqual(fixed);
    expect(plantTechnologyRefusal({ digitized: false, property_count: 1 })).toEqual(fixed);
    expect(plantTechnologyRefusal({ digitized: false, property_count: 0 })).toBeNull();
  });

  it("with released results can only be moved by super admins", () => {
    const kept = { reason: "plant_has_released", values: { count: 3 } };
    expect(plantMoveRefusal({ released_count: 3 }, { is_super_admin: false })).toEqual(kept);
    expect(plantMoveRefusal({ released_count: 3 }, { is_super_admin: true })).toBeNull();
    expect(plantMoveRefusal({ released_count: 0 }, { is_super_admin: false })).toBeNull();
  });

  it("gives the field of a refused change", () => {
    const admin = { is_super_admin: false };
    const technology = { digitized: true, property_count: 0 };
    const customer = { released_count: 1 };
    expect(plantChangeRefusal(admin, { technology, customer })).toMatchObject({
      field: "technology",
    });
    expect(plantChangeRefusal(admin, { customer })).toEqual({
      reason: "plant_has_released",
      values: { count: 1 },
      field: "customer_id",
    });
    expect(plantChangeRefusal({ is_super_admin: true }, { customer })).toBeNull();
    expect(plantChangeRefusal(admin, {})).toBeNull();
  });

  it("has valid coordinates, a name and a capacity", () => {
    const form = {
      name: " Pampa ",
      technology: "photovoltaic",
      nominal_capacity: 1,
      lon: -180,
      lat: 85,
      customer_id: 1,
    };
    expect(plantFormShape.parse(form)).toMatchObject({ name: "Pampa", setup_phase: true });
    for (const wrong of [
      { lon: 180.1 },
      { lat: -85.1 },
      { name: "  " },
      { nominal_capacity: 0 },
      { orientation_angle: 361 },
      { module_inclination: 91 },
      { technology: "wind" },
    ]) {
      expect(plantFormShape.safeParse({ ...form, ...wrong }).success, JSON.stringify(wrong)).toBe(
        false,
      );
    }
  });

  it("enables and disables key figures of its technology only", () => {
    for (const technology of technologies) {
      const own = keyFigures.filter((one) => one.technology === technology).map(({ id }) => id);
      const other = keyFigures.find((one) => one.technology !== technology)!.id;
      const unknown = { reason: "key_figure_unknown", field: "key_figure_ids" };
      expect(keyFigureSwitchRefusal(technology, own)).toBeNull();
      expect(keyFigureSwitchRefusal(technology, [...own, other])).toEqual(unknown);
      expect(keyFigureSwitchRefusal(technology, [9999])).toEqual(unknown);
      expect(keyFigureSwitchRefusal(technology, [])).toBeNull();
    }
    const sees = (is_admin: boolean, show_all_key_figures: boolean) =>
      seesDisabledKeyFigures({ is_admin, show_all_key_figures });
    expect([sees(true, true), sees(true, false), sees(false, true)]).toEqual([true, false, false]);
  });
});

describe("a blueprint", () => {
  it("needs the ending and at most the size of its kind", () => {
    const refusal = (kind: "pdf" | "kml", name: string, bytes?: number) =>
      blueprintFileRefusal(kind, { name, ...(bytes !== undefined && { bytes }) });
    expect(blueprintBytes).toEqual({ pdf: 52_428_800, kml: 20_971_520, tif: 67_108_864 });
    expect(refusal("pdf", "Plan.PDF", 52_428_800)).toBeNull();
    expect(refusal("pdf", "plan.pdf")).toBeNull();
    expect(refusal("pdf", "plan.pdf", 0)).toEqual({ reason: "file_empty" });
    expect(refusal("pdf", "plan.pdf", 52_428_801)).toEqual({
      reason: "blueprint_too_large",
      values: { most: 50 },
    });
    expect(refusal("kml", "plan.pdf", 1)).toEqual({
      reason: "blueprint_ending",
      values: { ending: ".kml" },
    });
    expect(refusal("kml", "plan.dxf", 1)).toBeNull();
    expect(refusal("kml", "plan.dwg", 1)).toEqual({ reason: "format_dwg" });
    expect(blueprintCountRefusal({ count: 49 })).toBeNull();
    expect(blueprintCountRefusal({ count: 50 })).toEqual({
      reason: "too_many_blueprints",
      values: { most: 50 },
    });
  });

  it("is a PDF by its first bytes", () => {
    const says = (text: string) => isPdf(new TextEncoder().encode(text));
    expect(["%PDF-1.7\n…", "%PDF-2.0"].map(says)).toEqual([true, true]);
    expect(["", "%PDF-3.0", " %PDF-1.7", "%PDF-1.", "%PDX-1.7", "<html>"].map(says)).toEqual(
      Array(6).fill(false),
    );
  });
});
