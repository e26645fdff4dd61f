// Where the map goes.
import css from "./workbench.module.css";

export function MapSlot() {
  return <div className={css.slot} />;
}
