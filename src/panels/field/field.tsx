// Over the map, for work in the field: a round, the way to a component, and what is wrong with the own position.
import { coverMapBriefly } from "../../state/map/cover.ts";
import { CodeDialog } from "./code-dialog.tsx";
import { Crosshair } from "./crosshair.tsx";
import { GuideBar } from "./guide-bar.tsx";
import { PositionNotice } from "./position-notice.tsx";
import { RoundBar } from "./round-bar.tsx";
import css from "./field.module.css";

export function Field() {
  return (
    <>
      <div ref={coverMapBriefly} className={css.field}>
        <RoundBar />
        <GuideBar />
        <PositionNotice />
      </div>
      <Crosshair />
      <CodeDialog />
    </>
  );
}
