// The product for signed-in users: header, page, palette, shortcuts. The palette is not loaded lazily:
// letters typed right after its shortcut must not reach the page below.
import { Suspense, useEffect, useRef } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { useLocation } from "wouter";
import { startDiagnostics } from "../client/diagnostics-report.ts";
import { onLeftOut } from "../client/left-out.ts";
import { worldMapAtom } from "../panels/panel.ts";
import { meAtom } from "../state/account/me.ts";
import { followLocale } from "../state/account/own-locale.ts";
import { valueOf } from "../state/shell/loaded.ts";
import { needWords, t } from "../state/shell/locale.ts";
import { signOutQuestionAtom } from "../state/observation/sign-out.ts";
import { problemWords } from "../state/shell/fault.ts";
import { showFailure } from "../state/shell/toast.ts";
import { paletteOpenAtom, sheetOpenAtom } from "../state/shell/shortcut.ts";
import { BrandLoader } from "./brand/brand-loader.tsx";
import { CustomerStrip } from "./header/customer-badge.tsx";
import { releaseNotesOpenAtom } from "../state/shell/update.ts";
import { Header } from "./header/header.tsx";
import { DropNowhere } from "./notice/drop-nowhere.tsx";
import { LeaveQuestion } from "./notice/leave-question.tsx";
import { LatePart } from "./page/late-part.tsx";
import { Pages } from "./page/pages.tsx";
import { Palette } from "./palette/palette.tsx";
import { SwitchCustomer } from "./header/switch-customer.tsx";
import { Toasts } from "./notice/toasts.tsx";
import { limits } from "../domain/limits.ts";
import { chunk } from "../ui/chunk.tsx";
import { ExportTray } from "./export/export-tray.tsx";
import { UploadTray } from "./upload/upload-tray.tsx";
import { onUnusableDrop } from "../ui/form/unusable-drop.ts";
import { keepFocus } from "../ui/kept-focus.ts";
import { useLostFocus } from "../ui/lost-focus.ts";
import { useShortcuts } from "./palette/shortcuts.ts";
import css from "./shell.module.css";

const worldMap = {
  component: chunk(
    async () => (await import("../map/world/world-map.tsx")).WorldMap,
    limits.chunkLoadMs,
  ),
};
const ReleaseNotes = chunk(
  async () =>
    (await Promise.all([import("./header/release-notes.tsx"), needWords("release-note")]))[0]
      .ReleaseNotes,
  limits.chunkLoadMs,
);
const SignOutQuestion = chunk(
  async () => (await import("./outbox/sign-out-question.tsx")).SignOutQuestion,
  limits.chunkLoadMs,
);
const ShortcutSheet = chunk(
  async () => (await import("./palette/shortcut-sheet.tsx")).ShortcutSheet,
  limits.chunkLoadMs,
);

export function SignedIn() {
  useShortcuts();
  const setWorldMap = useSetAtom(worldMapAtom);
  useEffect(() => setWorldMap(worldMap), [setWorldMap]);
  useEffect(startDiagnostics, []);
  useEffect(() => onLeftOut((count) => showFailure(t("shell:left_out", { count }))), []);
  useEffect(
    () => onUnusableDrop((file, reason) => showFailure(problemWords({ file, reason }))),
    [],
  );
  const me = valueOf(useAtomValue(meAtom));
  const hasFollowed = useRef(false);
  useEffect(() => {
    // Once for a page: a change on another device waits for the next visit.
    if (me === undefined || hasFollowed.current) return;
    hasFollowed.current = true;
    followLocale(me.locale, me.id);
  }, [me]);
  const paletteOpen = useAtomValue(paletteOpenAtom);
  const [notesOpen, openNotes] = useAtom(releaseNotesOpenAtom);
  const isAskedToStay = useAtomValue(signOutQuestionAtom) !== null;
  const sheetOpen = useAtomValue(sheetOpenAtom);
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  useLostFocus(main, path);
  useEffect(() => keepFocus(() => main.current), []);
  return (
    <div className={css.page}>
      <a href="#main" className={css.skip}>
        {t("shell:skip_to_content")}
      </a>
      <BrandLoader />
      <Header />
      <CustomerStrip />
      <main ref={main} id="main" tabIndex={-1} className={css.main}>
        <Pages />
      </main>
      {paletteOpen ? <Palette /> : null}
      <ExportTray />
      <UploadTray main={main} />
      <SwitchCustomer />
      <LeaveQuestion />
      <LatePart>{isAskedToStay ? <SignOutQuestion /> : null}</LatePart>
      <Toasts />
      <DropNowhere />
      <Suspense fallback={null}>
        {sheetOpen ? <ShortcutSheet /> : null}
        {notesOpen ? <ReleaseNotes onClose={() => openNotes(false)} /> : null}
      </Suspense>
    </div>
  );
}
