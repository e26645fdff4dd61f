// While newer analyses lack changed values of this one, leaving its page asks first, whatever tab is open.
import { useEffect } from "react";
import { useAtomValue } from "jotai";
import { askAtom } from "../../state/account/ask.ts";
import { unmeasuredOf } from "../../state/settings/unmeasured.ts";
import { holdUnsaved } from "../../state/shell/leave.ts";
import { valueOf } from "../../state/shell/loaded.ts";

export function RefreshReminder({ id }: { id: number }) {
  const mayRead = useAtomValue(askAtom)("unmeasured.read") === null;
  return mayRead ? <Reminder id={id} /> : null;
}

function Reminder({ id }: { id: number }) {
  const unmeasured = valueOf(useAtomValue(unmeasuredOf(id)));
  const isStale = (unmeasured?.stale.length ?? 0) > 0;
  useEffect(() => (isStale ? holdUnsaved({ kind: "refreshing" }) : undefined), [isStale]);
  return null;
}
