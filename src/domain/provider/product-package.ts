// A product package: a named set of key figures that customers order.
import { z } from "zod";
import type { Technology } from "../component/component.ts";
import type { Refusal } from "../error.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import { idShape } from "../id.ts";
import { lineShape, paragraphShape } from "../text.ts";

const fieldShapes = z.object({
  name: lineShape.min(1).max(120),
  description: paragraphShape.max(2000),
  /** Ids of domain/key-figure/key-figure.ts. */
  key_figure_ids: z.array(idShape).max(200),
});

/** Input of the product package form. */
export const productPackageFormShape = fieldShapes.extend({
  description: fieldShapes.shape.description.default(""),
  key_figure_ids: fieldShapes.shape.key_figure_ids.default([]),
});
/** Absent fields stay unchanged. */
export const productPackageChangesShape = fieldShapes.partial();
export type ProductPackageForm = z.infer<typeof productPackageFormShape>;

export const productPackageShape = fieldShapes.extend({
  id: z.number().int(),
  /** Orders with this package that the viewer sees. */
  order_count: z.number().int(),
});
export type ProductPackage = z.infer<typeof productPackageShape>;

/** Why a package cannot have these key figures, or null. */
export function packageKeyFiguresRefusal(ids: readonly number[]): Refusal | null {
  const field = "key_figure_ids";
  if (ids.length === 0) return { reason: "product_package_without_key_figures", field };
  const isKnown = ids.every((id) => keyFigureById(id) !== undefined);
  return isKnown ? null : { reason: "product_package_key_figure_unknown", field };
}

/** Whether a package has anything for plants of this technology. One without key figures says nothing of any. */
export function isPackageFor(
  technology: Technology,
  { key_figure_ids }: Pick<ProductPackage, "key_figure_ids">,
): boolean {
  return (
    key_figure_ids.length === 0 ||
    key_figure_ids.some((id) => keyFigureById(id)?.technology === technology)
  );
}

/** Why a plant of this technology cannot have these packages, or null. */
export function packageTechnologyRefusal(
  technology: Technology,
  packages: readonly Pick<ProductPackage, "key_figure_ids">[],
  field: "order_product_packages" | "product_package_ids",
): Refusal | null {
  const doFit = packages.every((one) => isPackageFor(technology, one));
  return doFit ? null : { reason: "product_package_other_technology", field };
}

/** Why the package cannot be deleted, or null. */
export function productPackageRemovalRefusal(
  product_package: Pick<ProductPackage, "order_count">,
): Refusal | null {
  const count = product_package.order_count;
  return count > 0 ? { reason: "product_package_has_orders", values: { count } } : null;
}
