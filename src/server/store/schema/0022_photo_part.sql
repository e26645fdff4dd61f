CREATE TABLE "observation_photo_part" (
	"plant_id" integer NOT NULL,
	"observation_id" integer NOT NULL,
	"file_id" text NOT NULL,
	"hash" text NOT NULL,
	"offset" integer NOT NULL,
	"bytes" integer NOT NULL,
	"body" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "observation_photo_part_observation_id_file_id_hash_offset_pk" PRIMARY KEY("observation_id","file_id","hash","offset")
);
--> statement-breakpoint
ALTER TABLE "observation_photo_part" ADD CONSTRAINT "observation_photo_part_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation_photo_part" ADD CONSTRAINT "observation_photo_part_observation_id_observation_id_fk" FOREIGN KEY ("observation_id") REFERENCES "public"."observation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "observation_photo_part_age" ON "observation_photo_part" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE observation_photo_part ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON observation_photo_part
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
