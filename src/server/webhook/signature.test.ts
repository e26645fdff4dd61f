// The signature against an example that the libraries of Standard Webhooks are tested with.
import { expect, it } from "vitest";
import { newWebhookSecret, webhookSignature } from "./signature.ts";

it("is that of the published example", () => {
  const signed = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    seconds: Number("1614265330"),
    body: '{"test": 2432232314}',
  };
  expect(webhookSignature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", signed)).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});

it("has a new secret of 256 random bits for each webhook", () => {
  const [one, other] = [newWebhookSecret(), newWebhookSecret()];
  expect(one).not.toBe(other);
  expect(Buffer.from(one.replace("whsec_", ""), "base64")).toHaveLength(32);
});
