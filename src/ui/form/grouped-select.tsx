// A select with many options: in groups, with a search field above the list. All typed words must occur.
import {
  Autocomplete,
  Button,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from "react-aria-components";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { SearchField } from "./field.tsx";
import { FieldLabel } from "./field-label.tsx";
import { classes } from "../class-name.ts";
import type { Option } from "./choice.tsx";
import css from "./choice.module.css";
import fieldCss from "./field.module.css";

export type GroupedOption = Option<number> & {
  /** Shown at the end of the line. */
  readonly mark?: ReactNode;
  /** More text that the search finds. */
  readonly found?: string;
};
export type OptionGroup = {
  readonly id: string;
  readonly title: string;
  readonly options: readonly GroupedOption[];
};

export type GroupedSelectProps = {
  label: string;
  groups: readonly OptionGroup[];
  value: number | null;
  onChange: (id: number) => void;
  placeholder: string;
  isDisabled?: boolean;
  searchLabel: string;
  clearLabel: string;
  /** Shown where no option is found. */
  empty: string;
};

const folded = (text: string) =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();

/** The label is hidden; the control is small, for places over the map. */
export function GroupedSelect(props: GroupedSelectProps) {
  const { label, groups, value, onChange, placeholder, searchLabel, clearLabel, empty } = props;
  const texts = new Map(
    groups.flatMap(({ title, options }) =>
      options.map((one) => [one.id, folded([title, one.label, one.hint, one.found].join(" "))]),
    ),
  );
  const isFound = (id: number, typed: string) =>
    folded(typed)
      .split(/\s+/)
      .every((word) => texts.get(id)?.includes(word) ?? false);
  return (
    <AriaSelect
      className={fieldCss.field!}
      value={value}
      onChange={(key) => key !== null && onChange(key as number)}
      placeholder={placeholder}
      isDisabled={props.isDisabled ?? false}
    >
      <FieldLabel label={label} hidden />
      <Button className={classes(css.trigger, css.sm)}>
        <SelectValue className={css.value!} />
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <Popover className={classes(css.popover, css.grouped)} offset={4}>
        <Autocomplete filter={(_text, typed, { key }) => isFound(key as number, typed)}>
          <div className={css.find}>
            <SearchField label={searchLabel} clearLabel={clearLabel} autoFocus />
          </div>
          <ListBox
            className={classes(css.list, css.groupedList)}
            renderEmptyState={() => <p className={css.none}>{empty}</p>}
          >
            {groups.map((group) => (
              <ListBoxSection key={group.id} id={group.id} className={css.group!}>
                <Header className={css.groupTitle!}>{group.title}</Header>
                {group.options.map((option) => (
                  <GroupedItem key={option.id} option={option} />
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
        </Autocomplete>
      </Popover>
    </AriaSelect>
  );
}

function GroupedItem({ option }: { option: GroupedOption }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} className={css.option!}>
      {({ isSelected }) => (
        <>
          <span className={classes(css.optionLabel, css.described)}>
            <Text slot="label">{option.label}</Text>
            {option.hint ? (
              <Text slot="description" elementType="small">
                {option.hint}
              </Text>
            ) : null}
          </span>
          {option.mark ? <span className={css.mark}>{option.mark}</span> : null}
          {isSelected ? <Check size={14} aria-hidden="true" /> : null}
        </>
      )}
    </ListBoxItem>
  );
}
