// The form state of a customer, and its request body.
import { z } from "zod";
import {
  customerFormShape,
  whiteLabelFormShape,
  type Customer,
  type WhiteLabel,
} from "../../domain/provider/customer.ts";
import { limits } from "../../domain/limits.ts";

/** Colours stay in the draft while white labelling is off, so that switching it on restores them. */
export type CustomerDraft = {
  readonly name: string;
  readonly company_name: string;
  readonly address_1: string;
  readonly address_2: string;
  readonly address_3: string;
  readonly address_4: string;
  readonly user_limit: number;
  readonly storage_limit_gb: number;
  readonly row_limit: number;
  readonly user_storage_limit_gb: number;
  readonly user_row_limit: number;
  readonly release_mail_recipient_ids: readonly number[];
  /** Hash of the stored logo, "" for none, or the temporary name of a selected file. */
  readonly logo: string;
  readonly is_white_labelled: boolean;
  readonly white_label: WhiteLabel;
};

export const savedShape = customerFormShape.extend({
  logo: z.string(),
  white_label: whiteLabelFormShape.nullable(),
});
export type SavedCustomer = z.output<typeof savedShape>;

const defaultColours = whiteLabelFormShape.parse({});

export function draftOf(row: Customer | null): CustomerDraft {
  return {
    name: row?.name ?? "",
    company_name: row?.company_name ?? "",
    address_1: row?.address_1 ?? "",
    address_2: row?.address_2 ?? "",
    address_3: row?.address_3 ?? "",
    address_4: row?.address_4 ?? "",
    user_limit: row?.user_limit ?? limits.customerUsers,
    storage_limit_gb: row?.storage_limit_gb ?? limits.quota.storage_limit_gb,
    row_limit: row?.row_limit ?? limits.quota.row_limit,
    user_storage_limit_gb: row?.user_storage_limit_gb ?? limits.quota.user_storage_limit_gb,
    user_row_limit: row?.user_row_limit ?? limits.quota.user_row_limit,
    release_mail_recipient_ids: row?.release_mail_recipient_ids ?? [],
    logo: row?.logo_hash ?? "",
    is_white_labelled: row !== null && row.white_label !== null,
    white_label: row?.white_label ?? defaultColours,
  };
}

export function formOf({ is_white_labelled, white_label, ...draft }: CustomerDraft): unknown {
  return { ...draft, white_label: is_white_labelled ? white_label : null };
}

/** The draft's colours if all are valid; else the fallback, for the preview. */
export function shownColours({ white_label }: CustomerDraft): WhiteLabel {
  const colours = Object.entries(white_label).map(([name, colour]) => [
    name,
    /^#[0-9a-f]{6}$/i.test(colour) ? colour : limits.defaultColour,
  ]);
  return Object.fromEntries(colours) as WhiteLabel;
}
