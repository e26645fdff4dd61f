// Finds a component by name or location, and steps through the findings.
import { useAtomValue, useSetAtom } from "jotai";
import { SearchX } from "lucide-react";
import type { Found } from "../../domain/component/component-search.ts";
import { openComponent } from "../../state/plant/component/component.ts";
import { pathName } from "../../state/plant/component/component-words.ts";
import { foundSerialsAtom } from "../../state/plant/serial-number.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { search, searchAtom, searchTextAtom } from "../../state/plant/component/search.ts";
import { hoveredAtom } from "../../state/plant/component/selection.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
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
          const first = found.state === "ready" ? found.value[0] : undefined;
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
  if (found.value.length === 0) {
    if (serials.length > 0) return null;
    return (
      <EmptyState icon={<SearchX size={20} aria-hidden="true" />} title={t("find:nothing")}>
        {t("find:nothing_hint")}
      </EmptyState>
    );
  }
  return (
    <ul className={css.list} aria-label={t("find:results")}>
      {found.value.map((one) => (
        <Result key={`${one.component_type} ${one.row}`} found={one} />
      ))}
    </ul>
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
