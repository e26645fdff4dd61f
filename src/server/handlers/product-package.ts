// Product packages.
import { productPackageApi } from "../../api/product-package.ts";
import { failure } from "../../domain/error.ts";
import {
  packageKeyFiguresRefusal,
  type ProductPackage,
  type ProductPackageForm,
} from "../../domain/provider/product-package.ts";
import type { Context } from "../context.ts";
import type { Handlers } from "../implement.ts";
import { named, refuse } from "../implement.ts";
import { audit } from "../store/account/account.ts";
import { refuseViolation } from "../store/database-fault.ts";
import * as store from "../store/provider/product-package.ts";

const nameTaken = { reason: "product_package_name_taken", field: "name" };
/** Two who take the name at the same moment. */
const sameName = { product_package_name_unique: nameTaken };

export const productPackageHandlers: Handlers<typeof productPackageApi> = {
  list: ({ db }) => store.readProductPackages(db),

  read: async ({ db }, { params }) => named(await store.readProductPackage(db, params.id)),

  async create(context, { body }) {
    const { db } = context;
    const form = await checked(context, body);
    const id = await refuseViolation(sameName, () => store.insertProductPackage(db, form));
    await write(context, "create_product_package", { product_package_id: id, name: form.name });
    return named(await store.readProductPackage(db, id));
  },

  async update(context, { params: { id }, body }) {
    const { db } = context;
    const before = named(await store.readProductPackage(db, id));
    const form = await checked(context, body, before);
    await refuseViolation(sameName, () => store.updateProductPackage(db, id, form));
    const fields = Object.keys(body).join(" ");
    await write(context, "update_product_package", { product_package_id: id, fields });
    return named(await store.readProductPackage(db, id));
  },

  async remove(context, { params: { id } }) {
    const { db } = context;
    const product_package = named(await store.readProductPackage(db, id));
    refuse(productPackageApi.remove, context.viewer, product_package);
    // An order made meanwhile, or of a customer whose orders the viewer does not see.
    const reasons = { referenced: { reason: "product_package_in_use" } };
    await refuseViolation(reasons, () => store.deleteProductPackage(db, id));
    const { name } = product_package;
    await write(context, "delete_product_package", { product_package_id: id, name });
    return { done: true };
  },
};

/** The fields as they are stored; @throws where the name is taken or a key figure unknown */
async function checked<F extends Partial<ProductPackageForm>>(
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

async function write(
  { db, viewer, request_id }: Context,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const { account_id, customer_id } = viewer;
  await audit(db, { account_id, customer_id, action, detail, request_id });
}
