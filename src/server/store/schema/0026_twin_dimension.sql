CREATE TABLE "twin_dimension" (
	"plant_id" integer PRIMARY KEY NOT NULL,
	"values" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "twin_dimension" ADD CONSTRAINT "twin_dimension_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE twin_dimension ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON twin_dimension
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
