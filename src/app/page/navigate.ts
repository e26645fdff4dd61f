// Opens another page without a link, after the question about unsaved changes.
import { navigate as navigateNow } from "wouter/use-browser-location";
import { leave } from "../../state/shell/leave.ts";

export function navigate(to: string): void {
  leave(() => navigateNow(to));
}
