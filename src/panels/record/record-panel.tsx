// A panel that lists records: search, filter, sort, create and edit. The address has the open record.
import { useDeferredValue, useMemo, useState, type ComponentType, type ReactNode } from "react";
import { useAtomValue, type Atom } from "jotai";
import { Plus, SearchX } from "lucide-react";
import { reasonOf, type Asked } from "../../state/account/ask.ts";
import { faultWords } from "../../state/shell/fault.ts";
import type { Loaded } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { fold, type Row } from "../../state/settings/record.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { RecordFrame, RecordLayout, RecordTools } from "../../ui/record-panel.tsx";
import { RecordTable } from "../../ui/table/record-table.tsx";
import type { Column, Sort } from "../../ui/table/table-sort.tsx";
import { useOpenRecord } from "./open-record.ts";

export type RecordFormPart<R extends Row> = ComponentType<{
  /** The open record; null for a new one. */
  row: R | null;
  onClose: () => void;
}>;

export type RecordPanelProps<R extends Row> = {
  /** From state/settings/record.ts, or any object with a list and a reload function. */
  records: {
    readonly listAtom: Atom<Loaded<readonly R[]>>;
    readonly reload: () => Promise<void>;
  };
  /** The first column is the record's name. Must be a stable array. */
  columns: readonly Column<R>[];
  sort?: Sort;
  /** The searchable text of a record. Must be stable. */
  textOf: (row: R) => string;
  /** Filter controls beside the search; `passes` applies them. */
  filters?: ReactNode;
  passes?: (row: R) => boolean;
  /** True if a filter is active. An empty list then means "no match" instead of "none yet". */
  isFiltered?: boolean;
  /**
   * For a search on the server: the list has the matches of `text` so far, `total` is the number of
   * all records, and `onMore` is called when the end of the list becomes visible.
   */
  remote?: {
    readonly text: string;
    readonly onText: (text: string) => void;
    readonly total: number;
    /** Must be a stable reference. */
    readonly onMore?: () => unknown;
  };
  /** Called by the reset button that is shown when nothing matches. */
  onReset?: () => void;
  /** The form of the open record. */
  form?: RecordFormPart<R>;
  /** Opens a record elsewhere. Without this and a form, records cannot be opened. */
  onOpen?: (row: R) => void;
  /** Why the viewer cannot create a record; null if they can. Absent: nothing is created here. */
  create?: Asked | null;
  /** More buttons beside "new". */
  actions?: ReactNode;
  /** Renders content between tools and list. Receives the matching records. */
  renderAbove?: (found: readonly R[]) => ReactNode;
  icon?: ReactNode;
  /** Translated texts, not keys. */
  words: {
    /** Name of the list: "Drones". */
    readonly label: string;
    /** Label of the create button: "New drone". */
    readonly create?: string;
    /** Title of the empty list; `noneText` says what to do next. */
    readonly none: string;
    readonly noneText: string;
  };
};

export function RecordPanel<R extends Row>(props: RecordPanelProps<R>) {
  const { records, textOf, passes, words, remote, form: Form } = props;
  const list = useAtomValue(records.listAtom);
  const { id, open } = useOpenRecord();
  const [ownText, setOwnText] = useState("");
  const text = remote?.text ?? ownText;
  const setText = remote?.onText ?? setOwnText;
  const searchText = fold(useDeferredValue(ownText).trim());
  const rows = list.state === "ready" ? list.value : null;
  const texts = useMemo(
    () => new Map(rows?.map((row) => [row, fold(textOf(row))])),
    [rows, textOf],
  );
  const found = useMemo(() => {
    const terms = searchText.split(/\s+/).filter(Boolean);
    return rows?.filter(
      (row) =>
        (passes?.(row) ?? true) && terms.every((term) => texts.get(row)?.includes(term) ?? false),
    );
  }, [rows, texts, searchText, passes]);
  const all = remote?.total ?? rows?.length ?? 0;
  const isNarrowed = (remote !== undefined && text.trim() !== "") || props.isFiltered === true;
  const reset = () => {
    setText("");
    props.onReset?.();
  };
  const create =
    words.create && props.create !== undefined && !props.create?.isHidden ? (
      <Button
        kind="primary"
        reason={reasonOf(props.create)}
        icon={<Plus size={14} aria-hidden="true" />}
        onPress={() => open("new")}
      >
        {words.create}
      </Button>
    ) : null;
  return (
    <RecordLayout
      tools={
        <>
          <RecordTools
            search={{
              label: t("record:search"),
              clearLabel: t("shell:clear"),
              value: text,
              onChange: setText,
            }}
            filters={props.filters}
            count={rows && found && rows.length > 0 ? countWords(found.length, all) : undefined}
            actions={
              <>
                {props.actions}
                {create}
              </>
            }
          />
          {found ? props.renderAbove?.(found) : null}
        </>
      }
      list={
        list.state === "failed" ? (
          <ErrorState
            title={faultWords(list.fault).title}
            details={faultWords(list.fault).details}
            actions={
              <Button kind="primary" onPress={() => void records.reload()}>
                {t("shell:retry")}
              </Button>
            }
          />
        ) : !rows || !found ? (
          <Skeleton label={t("shell:loading")} lines={8} />
        ) : rows.length === 0 && !isNarrowed ? (
          <EmptyState icon={props.icon} title={words.none} actions={create}>
            {words.noneText}
          </EmptyState>
        ) : found.length === 0 ? (
          <EmptyState
            icon={<SearchX size={22} aria-hidden="true" />}
            title={t("record:no_match.title")}
            actions={<Button onPress={reset}>{t("record:no_match.reset")}</Button>}
          >
            {t("record:no_match.text")}
          </EmptyState>
        ) : (
          <RecordTable
            label={words.label}
            columns={props.columns}
            rows={found}
            rowId={idOf}
            sort={props.sort}
            openId={id}
            onOpen={Form ? (row) => open(row.id) : props.onOpen}
            onEnd={remote?.onMore}
          />
        )
      }
      form={
        Form && id !== null ? (
          <OpenForm
            key={id}
            id={id}
            rows={rows}
            isFailed={list.state === "failed"}
            canCreate={props.create === null}
            form={Form}
            onClose={() => open(null)}
          />
        ) : null
      }
    />
  );
}

function countWords(found: number, all: number): string {
  if (found === all) return formatNumber(all);
  return t("record:count", { found: formatNumber(found), all: formatNumber(all) });
}

const idOf = ({ id }: Row) => id;

function OpenForm<R extends Row>({
  id,
  rows,
  isFailed,
  canCreate,
  form: Form,
  onClose,
}: {
  id: string;
  rows: readonly R[] | null;
  isFailed: boolean;
  canCreate: boolean;
  form: RecordFormPart<R>;
  onClose: () => void;
}) {
  const found = rows?.find((one) => String(one.id) === id);
  // An optimistic removal takes the record off the list before the server answers, so the form keeps it.
  const [row, setRow] = useState(found);
  if (found && found !== row) setRow(found);
  if (id === "new" ? canCreate : row) return <Form row={row ?? null} onClose={onClose} />;
  const isLoading = rows === null && !isFailed && id !== "new";
  const title = t(isLoading ? "shell:loading" : "record:unknown.title");
  return (
    <RecordFrame
      title={title}
      closeLabel={t("shell:close")}
      backLabel={t("record:back")}
      onClose={onClose}
    >
      {isLoading ? (
        <Skeleton label={t("shell:loading")} lines={6} />
      ) : (
        <EmptyState
          title={t("error:RESOURCE_NOT_FOUND")}
          actions={<Button onPress={onClose}>{t("record:back")}</Button>}
        >
          {t("record:unknown.text")}
        </EmptyState>
      )}
    </RecordFrame>
  );
}
