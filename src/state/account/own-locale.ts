// The language of an account, applied to the page: after the sign-in on a device, and where an invitation or a reset
// link is opened. A language that was chosen on this device stays.
import { localNames, readLocal, writeLocal } from "../../client/local.ts";
import { locale, type Locale } from "../shell/locale.ts";

/**
 * Shows the page in the language of an account, which reloads it. Does nothing where somebody has chosen a language
 * on this device, other than this or another account.
 * @param account_id null before the sign-in
 */
export function followLocale(own: Locale, account_id: number | null): void {
  const isChosenHere =
    readLocal(localNames.locale) !== null && readLocal(localNames.localeAccount) === null;
  if (isChosenHere || locale() === own) return;
  writeLocal(localNames.locale, own);
  writeLocal(localNames.localeAccount, String(account_id ?? 0));
  // A storage that keeps nothing would make the page begin again for ever.
  if (readLocal(localNames.locale) === own) location.reload();
}
