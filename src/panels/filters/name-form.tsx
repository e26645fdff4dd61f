// Filters by a text in the name or id.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { addFilter } from "../../state/plant/filter/filter.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import css from "./filters.module.css";

export function NameForm() {
  const [text, setText] = useState("");
  const add = useSetAtom(addFilter);
  const searchText = text.trim();
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (searchText !== "") add({ kind: "text", text: searchText });
      }}
    >
      <TextField label={t("filter:contains")} value={text} onChange={setText} maxLength={200} />
      <Button type="submit" kind="primary" isDisabled={searchText === ""}>
        {t("filter:apply")}
      </Button>
    </form>
  );
}
