CREATE TABLE "plant_model" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"object" text NOT NULL,
	"bytes" bigint NOT NULL,
	"root" text NOT NULL,
	"version" text NOT NULL,
	"tile_count" integer NOT NULL,
	"own_place" jsonb,
	"placement" jsonb,
	"height_m" double precision DEFAULT 0 NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plant_model" ADD CONSTRAINT "plant_model_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant_model" ADD CONSTRAINT "plant_model_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plant_model_plant" ON "plant_model" USING btree ("plant_id");--> statement-breakpoint
ALTER TABLE plant_model ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON plant_model
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
