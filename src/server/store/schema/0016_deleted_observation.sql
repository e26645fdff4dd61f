CREATE TABLE "deleted_observation" (
	"id" integer PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"content" jsonb NOT NULL,
	"images" jsonb NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deleted_observation" ADD CONSTRAINT "deleted_observation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_observation_plant" ON "deleted_observation" USING btree ("plant_id","deleted_at");--> statement-breakpoint
ALTER TABLE deleted_observation ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON deleted_observation
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
