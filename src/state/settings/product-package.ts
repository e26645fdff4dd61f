// The product packages that staff keep.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { ProductPackage, ProductPackageForm } from "../../domain/provider/product-package.ts";
import { records } from "./record.ts";

export const productPackages = records<ProductPackage, ProductPackageForm>({
  key: "product-packages",
  permission: api.productPackage.list.permission,
  load: (options) => call(api.productPackage.list, {}, options),
  create: (body) => call(api.productPackage.create, { body }),
  change: (id, body) => call(api.productPackage.update, { params: { id }, body }),
  remove: (id) => call(api.productPackage.remove, { params: { id } }),
  preview: (row, form) => ({ ...row, ...form }),
  name: ({ name }) => name,
  words: {
    created: "product-package:created",
    changed: "product-package:changed",
    removed: "product-package:removed",
  },
});
