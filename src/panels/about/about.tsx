// The version of the product, and the software of others in it: name, version, licence and its text.
import { useMemo } from "react";
import { Scale } from "lucide-react";
import type { Licence } from "../../domain/app/licence.ts";
import { licenceRecords } from "../../state/settings/licence.ts";
import { t } from "../../state/shell/locale.ts";
import { appVersion } from "../../state/shell/update.ts";
import type { Column } from "../../ui/table/table-sort.tsx";
import { LegalLinks } from "../legal/legal-links.tsx";
import { RecordForm } from "../record/record-form.tsx";
import { RecordPanel } from "../record/record-panel.tsx";
import css from "./about.module.css";

const textOf = ({ name, version, licence }: Licence) => `${name} ${version} ${licence}`;

export function About() {
  const columns = useMemo(() => licenceColumns(), []);
  return (
    <RecordPanel
      records={licenceRecords}
      columns={columns}
      textOf={textOf}
      renderAbove={() => (
        <>
          <p className={css.version}>{t("licence:version", { version: appVersion })}</p>
          <LegalLinks />
        </>
      )}
      form={LicenceText}
      icon={<Scale size={22} aria-hidden="true" />}
      words={{
        label: t("licence:list"),
        none: t("licence:none.title"),
        noneText: t("licence:none.text"),
      }}
    />
  );
}

function licenceColumns(): Column<Licence>[] {
  return [
    {
      id: "name",
      title: t("licence:field.name"),
      sortBy: ({ name }) => name,
      cell: ({ name }) => <span title={name}>{name}</span>,
    },
    {
      id: "version",
      title: t("licence:field.version"),
      width: "6.5rem",
      sortBy: ({ version }) => version,
      cell: ({ version }) => <span title={version}>{version}</span>,
    },
    {
      id: "licence",
      title: t("licence:field.licence"),
      from: 360,
      width: "9rem",
      sortBy: ({ licence }) => licence,
      cell: ({ licence }) => <span title={licence}>{licence}</span>,
    },
  ];
}

function LicenceText({ row, onClose }: { row: Licence | null; onClose: () => void }) {
  if (!row) return null;
  const facts = [
    ["version", row.version],
    ["licence", row.licence],
  ] as const;
  return (
    <RecordForm title={row.name} onClose={onClose}>
      <dl className={css.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`licence:field.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {/* Focusable, so that a long text can be scrolled by keyboard. */}
      <div className={css.text} role="group" tabIndex={0} aria-label={t("licence:text")}>
        {/* Licences are written in English, whatever the language of the page. */}
        <p lang="en">{row.text}</p>
      </div>
    </RecordForm>
  );
}
