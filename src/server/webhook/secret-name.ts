// What the sealed secrets of webhooks belong to.

/** A secret of one customer opens for no other. */
export const secretOf = (customer_id: number): string => `webhook of customer ${customer_id}`;
