// Finds a component by name or location, and steps through the findings.
import { useAtomValue, useSetAtom } from "jotai";
import { SearchX } from "lucide-react";
import type { Found } from "../../domain/component/component-search.ts";
import type { FoundPage } from "../../domain/plant/found-page.ts";
import { openComponent } from "../../state/plant/component/component.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import { foundSerialsAtom } from "../../state/plant/serial-number.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import {
  search,
  searchAtom,
  searchMore,
  searchTextAtom,
} from "../../state/plant/component/search.ts";
import { hoveredAtom } from "../../state/plant/component/selection.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { SearchField } from "../../ui/form/field.tsx";
import { FindingList } from "./finding-list.tsx";
import { SerialResults } from "./serial-results.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./find.module.css";

export function Find() {
  const text = useAtomValue(searchTextAtom);
  const ask = useSetAtom(search);
  const found = useAtomValue(searchAtom);
  const open = useSetAtom(openComponent);
  return (
    <div className={css.find}>
      <form
        className={css.box}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const first = found.state === "ready" ? found.value.found[0] : undefined;
          if (first) open(first, true);
        }}
      >
        <SearchField
          label={t("find:label")}
          placeholder={t("find:placeholder")}
          clearLabel={t("shell:clear")}
          value={text}
          onChange={(next) => void ask(next)}
          autoFocus
        />
      </form>
      {text.trim() === "" ? (
        <FindingList />
      ) : (
        <div className={css.found}>
          <SerialResults />
          <Results />
        </div>
      )}
    </div>
  );
}

function Results() {
  const found = useAtomValue(searchAtom);
  const serials = valueOf(useAtomValue(foundSerialsAtom)) ?? [];
  if (found.state === "failed") {
    return <LoadFault fault={found.fault} />;
  }
  if (found.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  const { found: shown, count, isMore } = found.value;
  if (shown.length === 0) {
    if (serials.length > 0) return null;
    return (
      <EmptyState icon={<SearchX size={20} aria-hidden="true" />} title={t("find:nothing")}>
        {t("find:nothing_hint")}
      </EmptyState>
    );
  }
  return (
    <div className={css.list}>
      <ul aria-label={t("find:results")}>
        {shown.map((one) => (
          <Result key={`${one.component_type} ${one.row}`} found={one} />
        ))}
      </ul>
      {shown.length < count || isMore ? <More page={found.value} /> : null}
    </div>
  );
}

/** How many of all are listed, and the way to more of them. */
function More({ page: { found, count, isMore } }: { page: FoundPage }) {
  const more = useSetAtom(searchMore);
  const values = { n: formatNumber(found.length), of: formatNumber(count) };
  return (
    <div className={css.more}>
      <p role="status">{t(isMore ? "find:shown_more" : "find:shown", values)}</p>
      <Button wide onPress={() => void more()}>
        {t("find:show_more")}
      </Button>
    </div>
  );
}

function Result({ found }: { found: Found }) {
  const open = useSetAtom(openComponent);
  const hover = useSetAtom(hoveredAtom);
  const path = pathName(found);
  return (
    <li>
      <button
        type="button"
        className={css.result}
        onClick={() => open(found, true)}
        onMouseEnter={() => hover(found)}
        onMouseLeave={() => hover(null)}
        onFocus={() => hover(found)}
        onBlur={() => hover(null)}
      >
        <strong>{found.pcs || found.dt_id}</strong>
        <span>
          {componentTypeName(found.component_type)}
          {path ? ` · ${path}` : ""}
        </span>
      </button>
    </li>
  );
}
