// A part of the page that lists servers: its columns, what can be done with each, and a button for a new one.
import { useState, type ComponentType, type ReactNode } from "react";
import { Plus } from "lucide-react";
import { reasonOf, type Asked } from "../../state/account/ask.ts";
import type { Loaded } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { ActionButton } from "../record/action-button.tsx";
import { Part } from "./part.tsx";
import css from "./monitoring.module.css";

export type ServerPartProps<Data, Server> = {
  title: string;
  data: Loaded<Data>;
  serversOf: (data: Data) => readonly Server[];
  columns: readonly Column<Server>[];
  /** Shown instead of an empty list. */
  none: (data: Data) => string;
  /** Above the list. */
  summary?: (servers: readonly Server[]) => string;
  /** The button that creates a server; absent where none can be created. */
  creation?: {
    asked: Asked | null;
    label: string;
    Form: ComponentType<{ onClose: () => void }>;
  };
};

export function ServerPart<Data, Server extends { readonly id: number | string }>(
  props: ServerPartProps<Data, Server>,
) {
  const { title, data, serversOf, columns, none, summary, creation } = props;
  const [isNew, setNew] = useState(false);
  const tools =
    !creation || creation.asked?.isHidden ? null : (
      <Button
        icon={<Plus size={14} aria-hidden="true" />}
        reason={reasonOf(creation.asked)}
        onPress={() => setNew(true)}
      >
        {creation.label}
      </Button>
    );
  return (
    <Part title={title} data={data} tools={tools}>
      {(value) => {
        const rows = serversOf(value);
        return (
          <>
            {rows.length === 0 ? (
              <p className={css.none}>{none(value)}</p>
            ) : (
              <>
                {summary ? <p className={css.none}>{summary(rows)}</p> : null}
                <DataTable
                  label={title}
                  columns={columns}
                  rows={rows}
                  rowId={({ id }) => id}
                  isStacked
                />
              </>
            )}
            {isNew && creation ? <creation.Form onClose={() => setNew(false)} /> : null}
          </>
        );
      }}
    </Part>
  );
}

export type ServerAction = {
  label: string;
  asked: Asked | null;
  /** What follows, in a sentence. */
  confirm: string;
  act: () => Promise<void>;
};

/** The buttons of one server; the one that opens its form stands after the second. */
export function ServerActions({
  name,
  actions,
  editing,
}: {
  name: string;
  actions: readonly ServerAction[];
  editing: { asked: Asked | null; form: (onClose: () => void) => ReactNode };
}) {
  const [isEditing, setEditing] = useState(false);
  const buttons = actions.map(({ act, ...action }) => (
    <ActionButton key={action.label} name={name} onAct={act} {...action} />
  ));
  return (
    <span className={css.actions}>
      {buttons.slice(0, 2)}
      {editing.asked?.isHidden ? null : (
        <Button
          size="sm"
          aria-label={`${t("monitoring:server.change")}: ${name}`}
          reason={reasonOf(editing.asked)}
          onPress={() => setEditing(true)}
        >
          {t("monitoring:server.change")}
        </Button>
      )}
      {buttons.slice(2)}
      {isEditing ? editing.form(() => setEditing(false)) : null}
    </span>
  );
}
