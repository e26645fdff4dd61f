CREATE TABLE "flight_campaign" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"analysis_id" integer,
	"eval_batch_num" integer,
	"name" text NOT NULL,
	"aircraft" text NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"original_start_at" timestamp with time zone NOT NULL,
	"flight_types" jsonb NOT NULL,
	"battery_hotswapping" boolean NOT NULL,
	"auto_export" boolean NOT NULL,
	"optimize_torsion_flights" boolean NOT NULL,
	"drone_in_a_box" boolean NOT NULL,
	"interpolate_curves" boolean NOT NULL,
	"flight_type_online" boolean,
	"full_sca_online_altitude" double precision,
	"full_sca_offline_altitude" double precision,
	"half_sca_altitude" double precision,
	"battery_swap_time" double precision,
	"flight_speed" double precision,
	"pv_flight_altitude" double precision,
	"ir_side_overlap" double precision,
	"rgb_side_overlap" double precision,
	"state" text DEFAULT 'being_generated' NOT NULL,
	"failure" jsonb,
	"generation" integer DEFAULT 1 NOT NULL,
	"task_id" integer,
	"metrics" jsonb,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flight_route" (
	"id" serial PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	"eval_batch_num" integer,
	"aircraft" text NOT NULL,
	"flight_type" text NOT NULL,
	"lenses" jsonb NOT NULL,
	"altitude_agl_m" double precision NOT NULL,
	"speed_m_s" double precision NOT NULL,
	"take_off" jsonb NOT NULL,
	"waypoints" jsonb NOT NULL,
	"photo_runs" jsonb NOT NULL,
	"distance_m" double precision NOT NULL,
	"duration_s" double precision NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plant" ADD COLUMN "take_off_positions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plant" ADD COLUMN "flight_area_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD CONSTRAINT "flight_campaign_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD CONSTRAINT "flight_campaign_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD CONSTRAINT "flight_campaign_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD CONSTRAINT "flight_campaign_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flight_route" ADD CONSTRAINT "flight_route_campaign_id_flight_campaign_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."flight_campaign"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flight_campaign_plant" ON "flight_campaign" USING btree ("plant_id","id");--> statement-breakpoint
CREATE INDEX "flight_campaign_analysis" ON "flight_campaign" USING btree ("analysis_id");--> statement-breakpoint
CREATE INDEX "flight_route_campaign" ON "flight_route" USING btree ("campaign_id","number");--> statement-breakpoint
UPDATE "plant" SET "take_off_positions" = jsonb_build_array(jsonb_build_object('place', "take_off_position", 'elevation_m', null))
  WHERE jsonb_typeof("take_off_position") = 'array';--> statement-breakpoint
ALTER TABLE "plant" DROP COLUMN "take_off_position";--> statement-breakpoint
ALTER TABLE flight_campaign ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON flight_campaign
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE flight_route ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON flight_route
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM flight_campaign WHERE flight_campaign.id = campaign_id));
