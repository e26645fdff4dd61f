// Product packages: sets of key figures that customers order.
import { z } from "zod";
import {
  productPackageChangesShape,
  productPackageFormShape,
  productPackageRemovalRefusal,
  productPackageShape,
  type ProductPackage,
} from "../../domain/provider/product-package.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

export const productPackageApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/product-packages",
    summary: "The product packages, by name.",
    permission: "READ_PRODUCT_PACKAGE",
    scope: null,
    answer: z.array(productPackageShape),
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/product-package/{id}",
    summary: "One product package.",
    permission: "READ_PRODUCT_PACKAGE",
    scope: { product_package: "id" },
    params: idParams,
    answer: productPackageShape,
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/product-package",
    summary: "Creates a product package. Names must differ in more than case.",
    permission: "MANAGE_PRODUCT_PACKAGE",
    scope: null,
    body: productPackageFormShape,
    answer: productPackageShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/product-package/{id}",
    summary: "Changes fields of a product package.",
    permission: "MANAGE_PRODUCT_PACKAGE",
    scope: { product_package: "id" },
    params: idParams,
    body: productPackageChangesShape,
    answer: productPackageShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/product-package/{id}",
    summary: "Deletes a product package that no order contains.",
    permission: "MANAGE_PRODUCT_PACKAGE",
    refusal: (_, row: Pick<ProductPackage, "order_count">) => productPackageRemovalRefusal(row),
    scope: { product_package: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
