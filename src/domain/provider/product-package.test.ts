import { describe, expect, it } from "vitest";
import { keyFigures } from "../key-figure/key-figure.ts";
import {
  packageKeyFiguresRefusal,
  packageTechnologyRefusal,
  productPackageRemovalRefusal,
} from "./product-package.ts";

describe("a product package", () => {
  it("has at least one key figure, and known ones alone", () => {
    const ids = keyFigures.map(({ id }) => id);
    const field = "key_figure_ids";
    expect(packageKeyFiguresRefusal(ids)).toBeNull();
    expect(packageKeyFiguresRefusal(ids.slice(0, 1))).toBeNull();
    expect(packageKeyFiguresRefusal([])).toEqual({
      reason: "product_package_without_key_figures",
      field,
    });
    expect(packageKeyFiguresRefusal([...ids, ids.length + 1])).toEqual({
      reason: "product_package_key_figure_unknown",
      field,
    });
  });

  it("is for plants of the technologies of its key figures", () => {
    const of = (technology: string) =>
      keyFigures.filter((one) => one.technology === technology).map(({ id }) => id);
    const [troughs, modules] = [of("parabolic_trough"), of("photovoltaic")];
    const field = "order_product_packages";
    const refusalOf = (...packages: number[][]) =>
      packageTechnologyRefusal(
        "photovoltaic",
        packages.map((key_figure_ids) => ({ key_figure_ids })),
        field,
      );
    expect(refusalOf(modules, [...troughs, modules[0]!], [])).toBeNull();
    expect(refusalOf(modules, troughs)).toEqual({
      reason: "product_package_other_technology",
      field,
    });
  });

  it("can be deleted while no order has it", () => {
    expect(productPackageRemovalRefusal({ order_count: 0 })).toBeNull();
    expect(productPackageRemovalRefusal({ order_count: 1 })).toEqual({
      reason: "product_package_has_orders",
      values: { count: 1 },
    });
  });
});
