// The components that no image shows once files are deleted: before, as a warning, and after, by name.
import type { Unseen } from "../../../domain/coverage/coverage.ts";
import { copyText } from "../../../state/shell/clipboard.ts";
import { formatNumber, t } from "../../../state/shell/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { Alert } from "../../../ui/feedback.tsx";
import { Dialog } from "../../../ui/overlay.tsx";
import css from "./files.module.css";

/** Names that a question shows; the list afterwards has all. */
const SHOWN = 8;

export const unseenCount = ({ levels }: Unseen) =>
  levels.reduce((sum, { count }) => sum + count, 0);

const namesOf = ({ levels }: Unseen) => levels.flatMap(({ dt_ids }) => dt_ids);

/** `unseen` is "checking" while the server looks, null where it cannot be said. */
export function UnseenWarning({ unseen }: { unseen: Unseen | "checking" | null }) {
  if (unseen === null) return null;
  if (unseen === "checking") return <p role="status">{t("coverage:lost.checking")}</p>;
  if (unseen.images === 0) return null;
  const count = unseenCount(unseen);
  if (count === 0) return <p>{t("coverage:lost.none")}</p>;
  const names = namesOf(unseen).slice(0, SHOWN);
  const more = count - names.length;
  return (
    <Alert tone="watch">
      {t("coverage:lost.some", { count })} {names.join(", ")}
      {more > 0 ? ` ${t("coverage:lost.more", { count: more })}` : ""}
    </Alert>
  );
}

export function UnseenDialog({ unseen, onClose }: { unseen: Unseen; onClose: () => void }) {
  const names = namesOf(unseen);
  const more = unseenCount(unseen) - names.length;
  return (
    <Dialog
      size="sm"
      title={t("coverage:lost.title")}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <>
          <Button onPress={() => void copyText(names.join("\n"), t("coverage:lost.copied"))}>
            {t("coverage:lost.copy")}
          </Button>
          <Button kind="primary" onPress={onClose}>
            {t("shell:close")}
          </Button>
        </>
      }
    >
      <p>{t("coverage:lost.after", { count: unseenCount(unseen) })}</p>
      {unseen.levels
        .filter(({ count }) => count > 0)
        .map(({ component_type, count, dt_ids }) => (
          <section key={component_type}>
            <h3>
              {t("coverage:of", {
                name: t(`component:type.${component_type}.many`),
                count: formatNumber(count),
              })}
            </h3>
            <ul className={css.names}>
              {dt_ids.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </section>
        ))}
      {more > 0 ? <p>{t("coverage:lost.more", { count: more })}</p> : null}
    </Dialog>
  );
}
