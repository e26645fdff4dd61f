// Product packages.
import { productPackageApi } from "../../../api/provider/product-package.ts";
import { failure } from "../../../domain/error.ts";
import {
  packageKeyFiguresRefusal,
  type ProductPackage,
  type ProductPackageForm,
} from "../../../domain/provider/product-package.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/provider/product-package.ts";

const nameTaken = { reason: "product_package_name_taken", field: "name" };
/** The unique index decides between two simultaneous requests. */
const nameConflict = { product_package_name_unique: nameTaken };

export const productPackageHandlers: Handlers<typeof productPackageApi> = {
  list: ({ db }) => store.readProductPackages(db),

  read: async ({ db }, { params }) => requireFound(await store.readProductPackage(db, params.id)),

  async create(context, { body }) {
    const { db } = context;
    const form = await checkForm(context, body);
    const id = await changeWithAudit(
      context,
      (transaction) =>
        refuseViolation(nameConflict, () => store.insertProductPackage(transaction, form)),
      (product_package_id) => ({
        action: "create_product_package",
        detail: { product_package_id, name: form.name },
      }),
    );
    return requireFound(await store.readProductPackage(db, id));
  },

  async update(context, { params: { id }, body }) {
    const { db } = context;
    const before = requireFound(await store.readProductPackage(db, id));
    const form = await checkForm(context, body, before);
    const detail = { product_package_id: id, fields: Object.keys(body).join(" ") };
    await changeWithAudit(
      context,
      (transaction) =>
        refuseViolation(nameConflict, () => store.updateProductPackage(transaction, id, form)),
      () => ({ action: "update_product_package", detail }),
    );
    return requireFound(await store.readProductPackage(db, id));
  },

  async remove(context, { params: { id } }) {
    const { db } = context;
    const product_package = requireFound(await store.readProductPackage(db, id));
    refuse(productPackageApi.remove, context.viewer, product_package);
    // An order was created meanwhile, or the viewer does not see it.
    const reasons = { referenced: { reason: "product_package_in_use" } };
    const detail = { product_package_id: id, name: product_package.name };
    await changeWithAudit(
      context,
      (transaction) => refuseViolation(reasons, () => store.deleteProductPackage(transaction, id)),
      () => ({ action: "delete_product_package", detail }),
    );
    return { done: true };
  },
};

/**
 * Returns the fields as they are stored.
 * @throws CONFLICT for a name that is taken, BAD_REQUEST for an unknown key figure
 */
async function checkForm<F extends Partial<ProductPackageForm>>(
  { db }: Context,
  form: F,
  before?: ProductPackage,
): Promise<F> {
  const { name, key_figure_ids } = form;
  const refusal = key_figure_ids && packageKeyFiguresRefusal(key_figure_ids);
  if (refusal) throw failure("BAD_REQUEST", refusal);
  if (name !== undefined && (await store.isPackageNameTaken(db, name, before?.id))) {
    throw failure("CONFLICT", nameTaken);
  }
  if (!key_figure_ids) return form;
  return { ...form, key_figure_ids: [...new Set(key_figure_ids)].toSorted((a, b) => a - b) };
}
