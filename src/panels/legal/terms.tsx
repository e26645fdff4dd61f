// The terms of service that come with the product, in a dialog.
import { t } from "../../state/shell/locale.ts";
import { Dialog } from "../../ui/overlay.tsx";
import css from "./legal.module.css";

const sections = ["service", "account", "data", "duties", "results", "liability", "end"] as const;

export function Terms({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen title={t("terms:title")} closeLabel={t("shell:close")} onClose={onClose}>
      <div className={css.terms}>
        <p>{t("terms:lead")}</p>
        {sections.map((section, at) => (
          <section key={section}>
            <h3>
              {at + 1}. {t(`terms:${section}.title`)}
            </h3>
            <p>{t(`terms:${section}.text`)}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
