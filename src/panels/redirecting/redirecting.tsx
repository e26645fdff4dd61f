// A page of its own while the browser is sent elsewhere.
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
