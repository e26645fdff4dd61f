CREATE TABLE "plant_elevation" (
	"plant_id" integer PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"object" text NOT NULL,
	"bytes" integer NOT NULL,
	"columns" integer NOT NULL,
	"rows" integer NOT NULL,
	"resolution_m" double precision NOT NULL,
	"lowest_m" double precision NOT NULL,
	"highest_m" double precision NOT NULL,
	"bounds" jsonb NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plant_elevation" ADD CONSTRAINT "plant_elevation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_elevation" ADD CONSTRAINT "plant_elevation_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE plant_elevation ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON plant_elevation
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
