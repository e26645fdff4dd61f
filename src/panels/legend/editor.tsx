// What the popovers of the legend hold: its code is loaded when one is opened.
import { Suspense, type ComponentType } from "react";
import { limits } from "../../domain/limits.ts";
import { t } from "../../state/shell/locale.ts";
import { chunk } from "../../ui/chunk.tsx";
import { Skeleton } from "../../ui/feedback.tsx";

export function editor<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Body = chunk(load, limits.chunkLoadMs);
  return (props) => (
    <Suspense fallback={<Skeleton label={t("shell:loading")} lines={4} />}>
      <Body {...props} />
    </Suspense>
  );
}
