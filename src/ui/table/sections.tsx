// Buttons that switch between the sections of a very long table or list. Browsers cannot scroll more than a
// few ten million pixels.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "../button.tsx";
import css from "./sections.module.css";

type SectionsProps = {
  label: string;
  before: string;
  after: string;
  /** "1 to 500,000 of 1,000,000". */
  text: string;
  sections: number;
  section: number;
  onSection: (section: number) => void;
};

export function Sections({
  label,
  before,
  after,
  text,
  sections,
  section,
  onSection,
}: SectionsProps) {
  if (sections < 2) return null;
  return (
    <nav className={css.sections} aria-label={label}>
      <IconButton
        size="sm"
        label={before}
        isDisabled={section === 0}
        onPress={() => onSection(section - 1)}
      >
        <ChevronLeft size={15} aria-hidden="true" />
      </IconButton>
      <span>{text}</span>
      <IconButton
        size="sm"
        label={after}
        isDisabled={section === sections - 1}
        onPress={() => onSection(section + 1)}
      >
        <ChevronRight size={15} aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
