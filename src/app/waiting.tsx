// While a page is on its way.
import { redirectingPanel } from "../panels/index.ts";
import css from "./shell.module.css";

export function Waiting() {
  const { component: Redirecting } = redirectingPanel;
  return (
    <div className={css.waiting}>
      <Redirecting />
    </div>
  );
}
