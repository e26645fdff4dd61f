// A panel that keeps records: found, sorted, opened by the address, made and changed.
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
  /** From state/settings/record.ts, or anything with a list and a way to fetch it. */
  records: {
    readonly listAtom: Atom<Loaded<readonly R[]>>;
    readonly reload: () => Promise<void>;
  };
  /** The first names the record. Made anew for every language: pass a stable array. */
  columns: readonly Column<R>[];
  sort?: Sort;
  /** What of a record is searched. Must be stable. */
  textOf: (row: R) => string;
  /** Chosen filters beside the search; `passes` says which records they leave. */
  filters?: ReactNode;
  passes?: (row: R) => boolean;
  /** True while a filter leaves something out that is not in the list: nothing there is then no match. */
  isFiltered?: boolean;
  /**
   * Where the server searches: the list is what it found for `text`, `total` how many there are in
   * all, and `onMore` is called when the list's end comes into sight.
   */
  remote?: {
    readonly text: string;
    readonly onText: (text: string) => void;
    readonly total: number;
    /** Must be stable. */
    readonly onMore?: () => unknown;
  };
  /** Called by "reset" where search and filters leave nothing. */
  onReset?: () => void;
  /** The open record's form; absent: rows only tell. */
  form?: RecordFormPart<R>;
  /** What stands against making one: null where nothing does; absent: none are made here. */
  create?: Asked | null;
  /** Further buttons beside "new". */
  actions?: ReactNode;
  /** Stands between the tools and the list; gets the records that search and filters leave. */
  renderAbove?: (found: readonly R[]) => ReactNode;
  icon?: ReactNode;
  /** Words themselves, not their keys. */
  words: {
    /** The list by its name: "Drones". */
    readonly label: string;
    /** The button that makes one: "New drone". */
    readonly create?: string;
    /** Nothing there yet, and what to do next. */
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
  const wanted = fold(useDeferredValue(ownText).trim());
  const rows = list.state === "ready" ? list.value : null;
  const texts = useMemo(
    () => new Map(rows?.map((row) => [row, fold(textOf(row))])),
    [rows, textOf],
  );
  const found = useMemo(() => {
    const parts = wanted.split(/\s+/).filter(Boolean);
    return rows?.filter(
      (row) =>
        (passes?.(row) ?? true) && parts.every((part) => texts.get(row)?.includes(part) ?? false),
    );
  }, [rows, texts, wanted, passes]);
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
            onOpen={Form ? (row) => open(row.id) : undefined}
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
            mayCreate={props.create === null}
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
  mayCreate,
  form: Form,
  onClose,
}: {
  id: string;
  rows: readonly R[] | null;
  isFailed: boolean;
  mayCreate: boolean;
  form: RecordFormPart<R>;
  onClose: () => void;
}) {
  const found = rows?.find((one) => String(one.id) === id);
  // A record that is being removed is gone from the list before the server has agreed.
  const [row, setRow] = useState(found);
  if (found && found !== row) setRow(found);
  if (id === "new" ? mayCreate : row) return <Form row={row ?? null} onClose={onClose} />;
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
