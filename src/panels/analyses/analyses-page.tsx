import { t } from "../../state/locale.ts";

export function AnalysesPage() {
  return <p>{t("analyses:title")}</p>;
}
