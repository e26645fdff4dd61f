// Tabs: one of several views of the same thing.
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";
import type { ReactNode } from "react";
import css from "./tabs.module.css";

export type TabView<Id extends string> = {
  readonly id: Id;
  readonly label: string;
  readonly content: ReactNode;
};

export function Tabs<Id extends string>({
  label,
  views,
  value,
  onChange,
}: {
  label: string;
  views: readonly TabView<Id>[];
  value: Id;
  onChange: (id: Id) => void;
}) {
  return (
    <AriaTabs
      className={css.tabs!}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as Id)}
    >
      <TabList aria-label={label} className={css.list!}>
        {views.map((view) => (
          <Tab key={view.id} id={view.id} className={css.tab!}>
            {view.label}
          </Tab>
        ))}
      </TabList>
      {views.map((view) => (
        <TabPanel key={view.id} id={view.id} className={css.panel!}>
          {view.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
