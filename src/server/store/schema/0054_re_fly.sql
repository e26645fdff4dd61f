ALTER TABLE "flight_route" ADD COLUMN "is_re_fly" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now the name alone said it. In a campaign that is called "… re-fly" the planned routes have such names as well: the
-- name of the campaign and a number.
UPDATE "flight_route" SET "is_re_fly" = true FROM "flight_campaign"
  WHERE "flight_campaign"."id" = "flight_route"."campaign_id"
  AND "flight_route"."name" ~ ' re-fly \d+$'
  AND NOT ("flight_campaign"."name" ~ ' re-fly$' AND starts_with("flight_route"."name", "flight_campaign"."name" || ' ')
    AND substr("flight_route"."name", length("flight_campaign"."name") + 2) ~ '^\d+$');
