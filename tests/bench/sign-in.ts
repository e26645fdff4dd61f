// Whole sign-ins, password and authenticator code, against what cannot be spared: one argon2id verify each.
import { verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import { hashPassword } from "../../src/server/account/password.ts";
import { account, role } from "../../src/server/store/schema/account.ts";
import { proofHeaders } from "../fixtures/proof.ts";
import { startProduct, type Product } from "./product.ts";
import type { BenchOptions, Report } from "./report.ts";

const password = "measured in the same run";
const connections = 8;
/** Measured in turns, so that what else the machine does hits both alike. */
const roundsOf = { short: 2, full: 4 };
const journeys = 60;

type Person = {
  readonly email: string;
  readonly secret: OTPAuth.Secret;
  /** Headers of the two public calls: their work is the browser's, done ahead. */
  readonly proofs: readonly Record<string, string>[];
};

/** Accounts with authenticators: a code opens one session only, so each signs in once. */
async function storePeople(product: Product, count: number): Promise<Person[]> {
  const { db } = product.owner;
  const [admin] = await db.select().from(role).where(eq(role.key, "admin"));
  const password_hash = await hashPassword(password);
  const people: Person[] = [];
  for (let number = 0; number < count; number += 1) {
    const secret = new OTPAuth.Secret({ size: 20 });
    const email = `person${number}@example.com`;
    const values = { customer_id: product.customer_id, role_id: admin?.id ?? 0, email };
    await db.insert(account).values({
      ...values,
      password_hash,
      state: "REGISTERED",
      auth_method: 1,
      totp_secret: secret.base32,
    });
    const proofs = [await proofHeaders(product.url), await proofHeaders(product.url)];
    people.push({ email, secret, proofs });
  }
  return people;
}

async function signIn(url: string, { email, secret, proofs }: Person): Promise<void> {
  const ask = async (path: string, proof: number, init: RequestInit) => {
    const headers = { ...proofs[proof], ...init.headers };
    const answer = await fetch(`${url}/api${path}`, { ...init, method: "POST", headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as { confirmation_key: string; token: string };
  };
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`;
  const { confirmation_key } = await ask("/auth/login", 0, { headers: { authorization } });
  const { token } = await ask(`/confirm-totp-login/${confirmation_key}`, 1, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ security_code: new OTPAuth.TOTP({ secret }).generate() }),
  });
  if (!token) throw new Error("no session was opened");
}

/** How many of the jobs are done in a second, by so many at once. */
async function pace<T>(jobs: readonly T[], work: (job: T) => Promise<unknown>): Promise<number> {
  const left = [...jobs];
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let job = left.pop(); job !== undefined; job = left.pop()) await work(job);
    }),
  );
  return jobs.length / ((performance.now() - begun) / 1000);
}

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const rounds = roundsOf[form];
  const product = await startProduct();
  try {
    const stored = await hashPassword(password);
    const people = await storePeople(product, journeys * (rounds + 1));
    const sums = { ours: 0, theirs: 0 };
    for (let round = 0; round <= rounds; round += 1) {
      const own = people.slice(round * journeys, (round + 1) * journeys);
      const ours = await pace(own, (person) => signIn(product.url, person));
      const theirs = await pace(own, () => verify(stored, password));
      // The first round warms both up.
      if (round === 0) continue;
      sums.ours += ours / rounds;
      sums.theirs += theirs / rounds;
    }
    report({
      name: "sign-in: password, code, session",
      unit: "/s",
      ...sums,
      baseline: "bare argon2id verify, same parameters",
      higher_is_better: true,
      goal: "at least 40 %",
      met: sums.ours >= sums.theirs * 0.4,
      note: `${(sums.ours * 2).toFixed(0)} requests/s, ${connections} at once; proofs of work solved ahead`,
    });
  } finally {
    await product.close();
  }
}
