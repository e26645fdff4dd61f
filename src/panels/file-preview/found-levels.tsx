// The hierarchy that was found: levels of a twin with their counts, and folders or layers of the files.
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import css from "./file-preview.module.css";

export function FoundLevels({ preview }: { preview: FilePreview }) {
  const { levels, folders, more_folders } = preview;
  return (
    <>
      {levels.length > 0 ? (
        <table className={css.levels} aria-label={t("file-preview:levels")}>
          <thead>
            <tr>
              <th scope="col">{t("file-preview:levels")}</th>
              <th scope="col">{t("file-preview:level.count")}</th>
              <th scope="col">{t("file-preview:level.nameless")}</th>
              <th scope="col">{t("file-preview:level.orphans")}</th>
            </tr>
          </thead>
          <tbody>
            {levels.map((level) => (
              <tr key={level.component_type}>
                <th scope="row">
                  {t(`component:type.${level.component_type}.many`)}
                  {level.made_count > 0 ? (
                    <small>
                      {t("file-preview:level.made", { n: formatNumber(level.made_count) })}
                    </small>
                  ) : null}
                </th>
                <td>{formatNumber(level.component_count)}</td>
                <td>{formatNumber(level.nameless_count)}</td>
                <td data-watch={level.orphan_count > 0 || undefined}>
                  {formatNumber(level.orphan_count)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {folders.length > 0 ? (
        <details className={css.parts}>
          <summary>
            {t("file-preview:folders", {
              count: folders.length + more_folders,
              n: formatNumber(folders.length + more_folders),
            })}
          </summary>
          <ul>
            {folders.map(({ path, feature_count }) => (
              <li key={path.join("\u0000")}>
                {path.join(" › ")} ({formatNumber(feature_count)})
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
