// A password while it is typed: its strength, or why it is refused.
import { passwordNames, passwordRefusal, passwordStrength } from "../../domain/account/password.ts";
import { t } from "../shell/locale.ts";
import { refusalWords } from "../shell/refusal-words.ts";

/** Names that the new password must not consist of, with the name of the product. */
export function namesFor(owner: {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly customer_name: string;
}) {
  const { email, first_name, last_name, customer_name } = owner;
  return passwordNames(t("shell:product"), customer_name, first_name, last_name, email);
}

/** Null while nothing is typed. The server may still refuse the password: only it has the list of common ones. */
export function passwordMeter(password: string, names: readonly string[]) {
  if (password === "") return null;
  const refusal = passwordRefusal(password, names);
  const strength = passwordStrength(password, names);
  const words = refusal ? refusalWords(refusal) : t(`password:strength.${strength}`);
  return { strength, words };
}
