// The signed-in user, as the browser gets it.
import { localeShape } from "../../domain/account/profile.ts";
import { authMethods, type Me } from "../../domain/account/session.ts";
import type { Settings } from "../start/settings.ts";
import type { Database, Viewer } from "../context.ts";
import { readCustomerBrief } from "../store/account/account.ts";
import { isUploading } from "../store/plant/analysis/analysis-upload.ts";
import { readViewerAccount } from "./viewer.ts";

const environments = {
  development: "DEV",
  test: "TEST",
  staging: "TEST",
  production: null,
} as const;

/** @throws INVALID_TOKEN if the account was deleted */
export async function readMe(
  ownerDb: Database,
  viewer: Viewer,
  { mode }: Pick<Settings, "mode">,
): Promise<Me> {
  const row = await readViewerAccount({ ownerDb, viewer });
  const customer = await readCustomerBrief(ownerDb, row.customer_id);
  const brandId = viewer.customer_id ?? row.customer_id;
  const brand = brandId === row.customer_id ? customer : await readCustomerBrief(ownerDb, brandId);
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    role: row.role_key,
    customer_name: customer?.name ?? "",
    locale: localeShape.catch("en").parse(row.locale),
    auth_method: row.auth_method === authMethods.TOTP ? authMethods.TOTP : authMethods.EMAIL,
    last_used_webapp_version: row.last_used_webapp_version,
    show_all_key_figures: viewer.show_all_key_figures,
    sees_all_plants: viewer.plant_ids === null,
    is_uploading: await isUploading(ownerDb, row.id),
    environment: environments[mode],
    white_labeling_version: brand?.white_labeling_version ?? null,
  };
}
