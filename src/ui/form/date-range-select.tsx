// Narrows a list to a range of days. The label is for screen readers; the calendar says it to the eye.
import { CalendarRange } from "lucide-react";
import { Select, type Option } from "./choice.tsx";
import css from "./date-range-select.module.css";

export function DateRangeSelect<Range extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly Option<Range>[];
  value: Range;
  onChange: (range: Range) => void;
}) {
  return (
    <span className={css.range}>
      <CalendarRange size={14} aria-hidden="true" />
      <Select label={label} labelHidden size="sm" {...{ options, value, onChange }} />
    </span>
  );
}
