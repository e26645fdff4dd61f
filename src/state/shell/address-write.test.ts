// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { viewFromQuery } from "../../domain/plant/view.ts";
import { writeAddress } from "./address.ts";

const go = (address: string) => history.replaceState(null, "", address);
const view = (text: string) => viewFromQuery(text).view;

describe("the address", () => {
  test("gets an entry in the history for every change but a move of the map", () => {
    go("/plant/1");
    const length = () => history.length;
    const first = length();
    writeAddress(view("at=-3,37,15,0,0"), true);
    expect([location.search, length()]).toEqual(["?at=-3%2C37%2C15%2C0%2C0", first]);
    writeAddress(view("at=-3,37,15,0,0&scope=in_view"), true);
    expect([location.search, length()]).toEqual([
      "?at=-3%2C37%2C15%2C0%2C0&scope=in_view",
      first + 1,
    ]);
    writeAddress(view("scope=selected"), false);
    expect([location.search, length()]).toEqual(["?scope=selected", first + 1]);
    writeAddress(view(""), true);
    expect([location.pathname + location.search, length()]).toEqual(["/plant/1", first + 2]);
  });

  test("is left alone where it says the view already", () => {
    go("/plant/1?scope=in_view&other=kept");
    writeAddress(view("scope=in_view"), true);
    expect(location.search).toBe("?scope=in_view&other=kept");
  });

  test("keeps what the history knows of its entry", () => {
    history.replaceState({ from: "list" }, "", "/plant/1");
    writeAddress(view("scope=in_view"), true);
    expect(history.state).toEqual({ from: "list" });
    writeAddress(view("scope=selected"), false);
    expect(history.state).toEqual({ from: "list" });
  });
});
