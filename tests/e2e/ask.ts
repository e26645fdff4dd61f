// Asks the API as a signed-in browser would, without the browser.

type Product = { readonly url: string };

export async function headers(product: Product, token: string): Promise<Record<string, string>> {
  const answer = await fetch(`${product.url}/api/bot-protection-token`);
  const bot = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}`, "x-bot-protection-token": bot.token };
}

/** Status and parsed body of a GET below /api. */
export async function ask<T>(
  product: Product,
  token: string,
  path: string,
): Promise<{ status: number; body: T }> {
  const answer = await fetch(`${product.url}/api${path}`, {
    headers: await headers(product, token),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") === true;
  return { status: answer.status, body: (isJson ? JSON.parse(text) : text) as T };
}

/** The bytes of a GET below /api. */
export async function askBytes(product: Product, token: string, path: string): Promise<Buffer> {
  const answer = await fetch(`${product.url}/api${path}`, {
    headers: await headers(product, token),
  });
  return Buffer.from(await answer.arrayBuffer());
}

/** Parsed body of a POST below /api. */
export async function send<T>(
  product: Product,
  token: string,
  path: string,
  body: unknown,
): Promise<T> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method: "POST",
    headers: { ...(await headers(product, token)), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A DELETE below /api. */
export async function remove(product: Product, token: string, path: string): Promise<void> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method: "DELETE",
    headers: await headers(product, token),
  });
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
}

/** Sends one PNG file as multipart/form-data to a POST below /api. */
export async function sendFile(
  product: Product,
  token: string,
  path: string,
  field: string,
  bytes: Uint8Array,
): Promise<void> {
  const body = new FormData();
  body.append(field, new Blob([bytes as BlobPart]), `${field}.png`);
  const answer = await fetch(`${product.url}/api${path}`, {
    method: "POST",
    headers: await headers(product, token),
    body,
  });
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
}
