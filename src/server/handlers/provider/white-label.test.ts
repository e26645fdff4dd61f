import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPending, contextOf } from "../../../../tests/fixtures/account.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { ConfirmedUser } from "../../../domain/account/registration.ts";
import type { Brand, Customer } from "../../../domain/provider/customer.ts";
import type { Me } from "../../../domain/account/session.ts";
import { sendInvitation } from "../../account/invitation.ts";
import { customer } from "../../store/schema/account.ts";

let server: TestServer;
let own: number;
let picture: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  own = server.accounts.viewer.customer_id;
  picture = await drawn("#8a3b12").png().toBuffer();
});
afterAll(() => server.close());

const drawn = (background: string, width = 1600, height = 600) =>
  sharp({ create: { width, height, channels: 4, background } });
const reasons = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason,
];
const send = (bytes: Uint8Array | string, name = "logo.png", id = own) => {
  const body = new FormData();
  body.append("logo", new Blob([bytes as BlobPart]), name);
  return server.ask(api.customer.uploadLogo, "analyst", { params: { id }, body });
};
const colours = {
  primary: "#8A3B12",
  primary_hover: "#a34a1b",
  primary_dark: "#6d2d0c",
  primary_border: "#7a3410",
  secondary_hover: "#f3e6dc",
};
const paint = (body: object, id = own) =>
  server.ask(api.customer.setWhiteLabel, "analyst", { params: { id }, body: body as never });
const params = () => ({ id: own });
const version = async () =>
  ((await server.ask(api.customer.read, "analyst", { params: params() })).body as Customer)
    .white_labeling_version;

describe("a logo", () => {
  it("is re-encoded as PNG of at most 800 by 240 pixels, without what else was in the file", async () => {
    const exif = { IFD0: { Copyright: "somebody", ImageDescription: "a secret place" } };
    const jpeg = await drawn("#336699").withExif(exif).jpeg().toBuffer();
    expect(jpeg.includes("a secret place")).toBe(true);
    const { status, body } = await send(jpeg, "logo.jpg");
    expect(status).toBe(200);
    const { logo_hash, logo_url } = body as Customer;
    const stored = await server.services.files.read(`logo/${logo_hash}.png`);
    const { format, width, height, exif: left } = await sharp(stored).metadata();
    expect([format, width, height, left]).toEqual(["png", 640, 240, undefined]);
    expect(stored.includes("secret")).toBe(false);
    const shown = await server.fetch(logo_url ?? "", { bot: null });
    expect(shown.headers.get("content-type")).toBe("image/png");
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
  });

  it.each(["png", "jpeg", "webp"] as const)("may be %s", async (format) => {
    const bytes = await drawn("#884422").toFormat(format).toBuffer();
    expect((await send(bytes, "whatever.bin")).status).toBe(200);
  });

  it("keeps its transparency", async () => {
    const clear = await drawn("#00000000").png().toBuffer();
    const { logo_hash } = (await send(clear)).body as Customer;
    const stored = await server.services.files.read(`logo/${logo_hash}.png`);
    expect((await sharp(stored).stats()).isOpaque).toBe(false);
  });

  const script = "<script>alert(1)</script>";
  it.each([
    ["SVG", "logo_svg", async () => `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`],
    [
      "SVG behind an XML head",
      "logo_svg",
      async () => `\uFEFF<?xml version="1.0"?>\n<!-- x --><svg/>`,
    ],
    [
      "SVG as UTF-16",
      "logo_svg",
      async () => Buffer.from(`\uFEFF<svg xmlns="http://www.w3.org/2000/svg"/>`, "utf16le"),
    ],
    ["GIF", "image_format", () => drawn("#fff", 9, 9).gif().toBuffer()],
    ["AVIF", "image_format", () => drawn("#fff", 64, 64).avif().toBuffer()],
    ["HTML", "image_format", async () => `<!doctype html><html>${script}</html>`],
    ["PDF", "image_format", async () => "%PDF-1.7"],
    ["nothing", "file_empty", async () => ""],
    [
      "a PNG with a page behind it",
      "logo_with_markup",
      async () => Buffer.concat([picture, Buffer.from(`<html>${script}`)]),
    ],
    [
      "a JPEG with a script in its comment",
      "logo_with_markup",
      async () => withComment(await drawn("#fff", 9, 9).jpeg().toBuffer(), script),
    ],
    [
      "the front of a PNG before a page",
      "logo_with_markup",
      async () => Buffer.concat([picture.subarray(0, 8), Buffer.from(`<HTML>${script}`)]),
    ],
    ["a PNG cut off", "image_broken", async () => picture.subarray(0, picture.length / 2)],
    ["the front of a PNG alone", "image_broken", async () => picture.subarray(0, 8)],
    [
      "a picture of too many pixels",
      "logo_too_many_pixels",
      () => drawn("#fff", 6000, 6000).png().toBuffer(),
    ],
  ])("is refused as %s", async (_, reason, make) => {
    const bytes = await make();
    expect(reasons(await send(bytes, "logo.png"))).toEqual([422, reason]);
  });

  it("is refused above 5 MB", async () => {
    const big = Buffer.concat([picture, Buffer.alloc(5 * 1024 ** 2)]);
    expect((await send(big)).status).toBe(413);
  });

  it("is one file of that name and nothing else", async () => {
    const ask = (body: FormData) =>
      server.ask(api.customer.uploadLogo, "analyst", { params: params(), body });
    const other = new FormData();
    other.append("picture", new Blob([picture as BlobPart]), "a.png");
    expect(reasons(await ask(other))).toEqual([400, "field_unknown"]);
    expect(reasons(await ask(new FormData()))).toEqual([400, "field_missing"]);
  });
});

/** A JPEG with a comment segment right behind its first marker. */
function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}

describe("white labelling", () => {
  it("requires a logo, and the logo stays while there are colours", async () => {
    const other = server.accounts.other_customer.customer_id;
    expect(reasons(await paint(colours, other))).toEqual([409, "white_label_without_logo"]);
    await send(picture, "logo.png", other);
    expect((await paint(colours, other)).body).toMatchObject({
      white_label: { ...colours, primary: "#8a3b12" },
    });
    const removed = await server.ask(api.customer.removeLogo, "analyst", { params: { id: other } });
    expect(reasons(removed)).toEqual([409, "white_label_needs_logo"]);
  });

  it.each([
    "#fff",
    "8a3b12",
    "#8a3b12ff",
    "red",
    "#8a3b1g",
    "#8a3b12; background: url(//evil.example)",
    "rgb(1, 2, 3)",
    "#8a3b12\n",
    7,
    null,
  ])("takes no colour but six hexadecimal digits: %j", async (primary) => {
    await send(picture);
    expect((await paint({ ...colours, primary })).status).toBe(400);
  });

  it("takes the default colour for what is left out", async () => {
    await send(picture);
    expect((await paint({ primary: "#112233" })).body).toMatchObject({
      white_label: { primary: "#112233", primary_dark: "#cccccc" },
    });
  });

  it("has a new version after every change of logo or colours, and after no other", async () => {
    await send(picture);
    await paint(colours);
    const first = (await version()) ?? 0;
    await send(picture);
    await paint(colours);
    await server.ask(api.customer.update, "analyst", { params: params(), body: { user_limit: 9 } });
    expect(await version()).toBe(first);
    await paint({ ...colours, primary: "#000000" });
    expect(await version()).toBe(first + 1);
    await send(await drawn("#123456").png().toBuffer());
    expect(await version()).toBe(first + 2);
    await server.ask(api.customer.removeWhiteLabel, "analyst", { params: params() });
    expect(await version()).toBe(first + 3);
    await server.ask(api.customer.removeLogo, "analyst", { params: params() });
    expect(await version()).toBeNull();
    await send(picture);
    expect(await version()).toBe(first + 5);
  });

  it("gives both of two changes at once a version of its own", async () => {
    await send(picture);
    const before = (await version()) ?? 0;
    await Promise.all(["#101010", "#202020", "#303030"].map((primary) => paint({ primary })));
    expect(await version()).toBe(before + 3);
  });
});

describe("a user", () => {
  it("gets logo and colours of the own customer by version, and of no other", async () => {
    await send(picture);
    await paint(colours);
    const me = (await server.ask(api.session.me, "viewer")).body as Me;
    const now = { version: me.white_labeling_version ?? 0 };
    expect(now.version).toBe(await version());
    const { body } = await server.ask(api.customer.brand, "viewer", { params: now });
    const brand = body as Brand;
    expect(brand).toMatchObject({
      ...now,
      customer_name: "Helios Energy",
      white_label: { primary: "#8a3b12" },
    });
    const hash = { hash: brand.logo_hash };
    const logo = (as: "viewer" | "other_customer" | "analyst") =>
      server.ask(api.customer.brandLogo, as, { params: hash });
    const mine = await logo("viewer");
    expect([mine.status, mine.headers.get("content-type")]).toEqual([200, "image/png"]);
    // The provider has no logo; its staff see the customer's where they list the customers.
    expect((await logo("analyst")).status).toBe(404);
    const provider = server.accounts.analyst.customer_id;
    await send(await drawn("#224466").png().toBuffer(), "logo.png", provider);
    const staff = (await server.ask(api.session.me, "analyst")).body as Me;
    const look = await server.ask(api.customer.brand, "analyst", {
      params: { version: staff.white_labeling_version ?? 0 },
    });
    expect(look.body).toMatchObject({ customer_name: "Inspection Provider", white_label: null });
    await server.database.owner.db
      .update(customer)
      .set({ logo: null, white_label: null })
      .where(eq(customer.id, server.accounts.other_customer.customer_id));
    expect((await logo("other_customer")).status).toBe(404);
    const old = { version: now.version - 1 };
    expect((await server.ask(api.customer.brand, "viewer", { params: old })).status).toBe(404);
  });
});

it("a mailed link carries the brand of its customer, and a link of another customer that of the other", async () => {
  const png = await drawn("#8a3b12").png().toBuffer();
  const { logo_hash } = (await send(png)).body as Customer;
  await paint(colours);
  const linkOf = async (as: "viewer" | "other_customer", email: string) => {
    const id = await addPending(server, as, email);
    const key = await sendInvitation(await contextOf(server, "analyst"), id);
    const asked = await server.ask(api.registration.readInvitation, null, { params: { key } });
    return (asked.body as ConfirmedUser).brand;
  };
  const brand = await linkOf("viewer", "branded@example.com");
  expect(brand).toMatchObject({ customer_id: own, version: await version() });
  expect(brand!.white_label?.primary).toBe("#8a3b12");
  const stored = await server.services.files.read(`logo/${logo_hash}.png`);
  expect(Buffer.from(brand!.logo, "base64")).toEqual(stored);
  expect(await linkOf("other_customer", "plain@example.com")).toBeNull();
});

it("a mailed link opens with the product's own brand where the stored logo is gone", async () => {
  const { logo_hash } = (await send(await drawn("#445566").png().toBuffer())).body as Customer;
  const id = await addPending(server, "viewer", "no-logo@example.com");
  const key = await sendInvitation(await contextOf(server, "analyst"), id);
  await server.services.files.remove(`logo/${logo_hash}.png`);
  const asked = await server.ask(api.registration.readInvitation, null, { params: { key } });
  expect([asked.status, asked.body]).toMatchObject([
    200,
    { customer_name: "Helios Energy", brand: null },
  ]);
});
