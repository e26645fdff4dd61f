// The release notes, with the version of the app and the browser.
import { releaseNoteKey, releaseNotes } from "../../domain/analysis/release-note.ts";
import { agentNames } from "../../domain/account/user-agent.ts";
import { formatDate, t } from "../../state/shell/locale.ts";
import { appVersion } from "../../state/shell/update.ts";
import { Dialog } from "../../ui/overlay.tsx";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import css from "./release-notes.module.css";

export function ReleaseNotes({ onClose }: { onClose: () => void }) {
  const { browser, system } = agentNames(navigator.userAgent);
  const facts = [
    ["running", appVersion],
    ["browser", browser],
    ["system", system],
  ] as const;
  return (
    <Dialog
      title={t("desk:release_note.title")}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      size="md"
    >
      <dl className={css.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`release-note:${key}`)}</dt>
            <dd>{value ?? t("release-note:unknown")}</dd>
          </div>
        ))}
      </dl>
      <ScrollRegion className={css.notes} label={t("desk:release_note.title")}>
        {releaseNotes.map(({ version, date, notes }) => (
          <section key={version} className={css.version}>
            <h3>
              {version} <small>{formatDate(date)}</small>
            </h3>
            <ul>
              {notes.map((note) => (
                <li key={note}>{t(releaseNoteKey(version, note))}</li>
              ))}
            </ul>
          </section>
        ))}
      </ScrollRegion>
    </Dialog>
  );
}
