// Buttons that switch between the sections of a very long table.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import css from "./table.module.css";

/** Rows per section: 14 million pixels high, below the scroll limit of browsers. */
export const SECTION_ROWS = 500_000;

type SectionsProps = {
  sections: number;
  section: number;
  count: number;
  onSection: (section: number) => void;
};

export function Sections({ sections, section, count, onSection }: SectionsProps) {
  if (sections < 2) return null;
  const words = {
    from: formatNumber(section * SECTION_ROWS + 1),
    to: formatNumber(Math.min(count, (section + 1) * SECTION_ROWS)),
    of: formatNumber(count),
  };
  return (
    <nav className={css.sections} aria-label={t("table:sections")}>
      <IconButton
        size="sm"
        label={t("table:section_before")}
        isDisabled={section === 0}
        onPress={() => onSection(section - 1)}
      >
        <ChevronLeft size={15} aria-hidden="true" />
      </IconButton>
      <span>{t("table:section", words)}</span>
      <IconButton
        size="sm"
        label={t("table:section_after")}
        isDisabled={section === sections - 1}
        onPress={() => onSection(section + 1)}
      >
        <ChevronRight size={15} aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
