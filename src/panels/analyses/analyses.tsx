import { t } from "../../state/locale.ts";

export function Analyses() {
  return <p>{t("analyses:title")}</p>;
}
