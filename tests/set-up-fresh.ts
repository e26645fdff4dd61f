// Before each test file that shares a process: our own modules are loaded afresh, so that what one file replaced
// or kept is not seen by the next. Libraries stay loaded.
import { focusManager, onlineManager } from "@tanstack/query-core";
import { vi } from "vitest";

vi.resetModules();
// These managers stay loaded and remember earlier events.
onlineManager.setOnline(true);
focusManager.setFocused(undefined);
if (typeof document !== "undefined") {
  // What a file has defined on them hides what they are.
  for (const name of ["visibilityState", "hidden"]) Reflect.deleteProperty(document, name);
  Reflect.deleteProperty(navigator, "locks");
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
}
