// The box or line that a tool draws while it works.
import css from "./map-canvas.module.css";
import type { Draft } from "../tool.ts";

export function DraftShape({ draft }: { draft: Draft | null }) {
  if (!draft) return null;
  return (
    <svg className={css.draft} aria-hidden="true">
      {draft.kind === "box" ? (
        <rect
          x={Math.min(draft.from[0], draft.to[0])}
          y={Math.min(draft.from[1], draft.to[1])}
          width={Math.abs(draft.to[0] - draft.from[0])}
          height={Math.abs(draft.to[1] - draft.from[1])}
        />
      ) : (
        <polygon points={draft.points.map(([x, y]) => `${x},${y}`).join(" ")} />
      )}
    </svg>
  );
}
