// Contents of panels that keep their state while the layout around them changes: a phone that is turned has its
// panels in docks instead of a sheet, and a half-filled form must keep its content.
//
// Each content is rendered once, into an element of its own; the layouts only say where this element stands.
import { createContext, useContext, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import css from "./kept-body.module.css";

export type KeptBody = { readonly id: string; readonly body: ReactNode };

type Home = {
  readonly element: HTMLElement;
  /** How far it was scrolled where it stood last, in CSS pixels. */
  top: number;
  /** What has the focus, or had it when this was taken out of the page. */
  focused: HTMLElement | null;
};

const homesContext = createContext<((id: string) => Home) | null>(null);

/** Renders the contents, and in `children` the places for them. What is not in `bodies` is forgotten. */
export function KeptBodies({
  bodies,
  children,
}: {
  bodies: readonly KeptBody[];
  children: ReactNode;
}) {
  const [homes] = useState(() => new Map<string, Home>());
  const [homeOf] = useState(() => (id: string) => {
    const home = homes.get(id) ?? newHome();
    homes.set(id, home);
    return home;
  });
  return (
    <homesContext.Provider value={homeOf}>
      {children}
      {bodies.map(({ id, body }) => createPortal(body, homeOf(id).element, id))}
    </homesContext.Provider>
  );
}

/** Where the content stands. It scrolls if the class says so. */
export function KeptPlace({ id, className }: { id: string; className: string | undefined }) {
  const homeOf = useContext(homesContext);
  return (
    <div
      key={id}
      className={className}
      ref={(place) => {
        if (place && homeOf) moveIn(place, homeOf(id));
      }}
      onScroll={(event) => {
        const { currentTarget, target } = event;
        if (homeOf && target === currentTarget) homeOf(id).top = currentTarget.scrollTop;
      }}
    />
  );
}

function newHome(): Home {
  const element = document.createElement("div");
  element.className = css.home ?? "";
  const home: Home = { element, top: 0, focused: null };
  element.addEventListener("focusin", ({ target }) => {
    home.focused = target instanceof HTMLElement ? target : null;
  });
  element.addEventListener("focusout", () => {
    // Moving the element removes its focus, so the focus is set again in the same task.
    setTimeout(() => {
      const isLeft = element.isConnected && !element.contains(document.activeElement);
      if (isLeft) home.focused = null;
    });
  });
  return home;
}

function moveIn(place: HTMLElement, { element, top, focused }: Home): void {
  if (element.parentElement === place) return;
  place.append(element);
  place.scrollTop = top;
  if (document.activeElement === document.body) focused?.focus({ preventScroll: true });
}
