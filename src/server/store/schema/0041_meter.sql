CREATE TABLE "meter" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"name" text NOT NULL,
	"dt_id" text,
	"is_plant" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meter_name" UNIQUE("plant_id","name")
);
--> statement-breakpoint
CREATE TABLE "metered_day" (
	"meter_id" integer NOT NULL,
	"day" date NOT NULL,
	"days" smallint NOT NULL,
	"kwh" double precision NOT NULL,
	"covered" real NOT NULL,
	CONSTRAINT "metered_day_meter_id_day_pk" PRIMARY KEY("meter_id","day")
);
--> statement-breakpoint
ALTER TABLE "meter" ADD CONSTRAINT "meter_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metered_day" ADD CONSTRAINT "metered_day_meter_id_meter_id_fk" FOREIGN KEY ("meter_id") REFERENCES "public"."meter"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE meter ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON meter
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE metered_day ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON metered_day
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM meter WHERE meter.id = meter_id));
