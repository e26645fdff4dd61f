// The page shown during a redirect.
import { t } from "../../state/shell/locale.ts";
import { CardPage } from "../../ui/card-page.tsx";

export function Redirecting() {
  return (
    <CardPage
      product={t("shell:product")}
      closeLabel={t("shell:close")}
      title={t("shell:redirecting")}
    />
  );
}
