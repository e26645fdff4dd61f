CREATE TABLE "analysis_product_package" (
	"analysis_id" integer NOT NULL,
	"product_package_id" integer NOT NULL,
	CONSTRAINT "analysis_product_package_analysis_id_product_package_id_pk" PRIMARY KEY("analysis_id","product_package_id")
);
--> statement-breakpoint
CREATE TABLE "evaluation_batch" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "evaluation_batch_number" UNIQUE("plant_id","number")
);
--> statement-breakpoint
ALTER TABLE "analysis_product_package" ADD CONSTRAINT "analysis_product_package_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_product_package" ADD CONSTRAINT "analysis_product_package_product_package_id_product_package_id_fk" FOREIGN KEY ("product_package_id") REFERENCES "public"."product_package"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evaluation_batch" ADD CONSTRAINT "evaluation_batch_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analysis_product_package_package" ON "analysis_product_package" USING btree ("product_package_id");
--> statement-breakpoint
ALTER TABLE analysis_product_package ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON analysis_product_package
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE evaluation_batch ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON evaluation_batch
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
