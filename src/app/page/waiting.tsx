// While a page is on its way.
import { redirectingPanel } from "../../panels/redirecting/panel.ts";
import css from "../shell.module.css";

export function Waiting() {
  const { component: Redirecting } = redirectingPanel;
  return (
    <div className={css.waiting}>
      <Redirecting />
    </div>
  );
}
