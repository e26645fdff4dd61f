// Orders, running packages and proposed orders.
import { z } from "zod";
import { calendarDateShape } from "../../domain/calendar-date.ts";
import {
  orderChangesShape,
  orderFormShape,
  orderShape,
  runningPackageShape,
} from "../../domain/provider/order.ts";
import { packageUseShape } from "../../domain/provider/package-use.ts";
import { orderProposalShape } from "../../domain/provider/order-proposal.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";
import { idTextShape } from "../../domain/id.ts";

export const orderApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/orders",
    summary: "The orders that the viewer sees, latest start first.",
    permission: "READ_ORDER",
    scope: null,
    answer: z.array(orderShape),
  }),
  proposals: endpoint({
    method: "GET",
    path: "/auth/orders/proposals",
    summary: "Proposed orders with their causes: renewals, setups, subscriptions.",
    permission: "READ_ORDER",
    scope: null,
    /** Today in the viewer's time zone; today in UTC if absent. */
    query: z.object({ cur_date: calendarDateShape.optional() }),
    answer: z.array(orderProposalShape),
  }),
  runningPackages: endpoint({
    method: "GET",
    path: "/auth/order-product-packages",
    summary: "The packages of a customer's running orders on a day, with their quantity.",
    permission: "READ_ORDER_PRODUCT_PACKAGES",
    scope: null,
    query: z.object({
      cur_date: calendarDateShape,
      customer_id: idTextShape,
    }),
    answer: z.array(runningPackageShape),
  }),
  packageUse: endpoint({
    method: "GET",
    path: "/auth/orders/package-use",
    summary: "What is used and what remains of the packages of the orders that run on a day.",
    permission: "READ_ORDER_PRODUCT_PACKAGES",
    scope: null,
    query: z.object({ cur_date: calendarDateShape }),
    answer: z.array(packageUseShape),
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/order/{id}",
    summary: "One order.",
    permission: "READ_ORDER",
    scope: { order: "id" },
    params: idParams,
    answer: orderShape,
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/order",
    summary: "Creates an order.",
    permission: "CREATE_ORDER",
    scope: null,
    body: orderFormShape,
    answer: orderShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/order/{id}",
    summary: "Changes fields of an order. If packages are sent, they replace all previous ones.",
    permission: "UPDATE_ORDER",
    scope: { order: "id" },
    params: idParams,
    body: orderChangesShape,
    answer: orderShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/order/{id}",
    summary: "Deletes an order.",
    permission: "DELETE_ORDER",
    scope: { order: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
