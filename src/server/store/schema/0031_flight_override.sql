ALTER TABLE "flight_campaign" ADD COLUMN "front_overlap" double precision;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD COLUMN "trough_flight_altitude" double precision;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD COLUMN "thermal_blur" double precision;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD COLUMN "line_direction" double precision;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD COLUMN "transit_speed" double precision;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD COLUMN "battery_reserve" double precision;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD COLUMN "flight_margin" double precision;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD COLUMN "security_height" double precision;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD COLUMN "return_height" double precision;--> statement-breakpoint
ALTER TABLE "plant" ADD COLUMN "flight_ceiling" double precision;