// Over the map, for work in the field: the way to a component, and what is wrong with the own position.
import { coverMapBriefly } from "../../state/map/cover.ts";
import { GuideBar } from "./guide-bar.tsx";
import { PositionNotice } from "./position-notice.tsx";
import css from "./field.module.css";

export function Field() {
  return (
    <div ref={coverMapBriefly} className={css.field}>
      <GuideBar />
      <PositionNotice />
    </div>
  );
}
