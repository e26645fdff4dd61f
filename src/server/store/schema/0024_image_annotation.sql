CREATE TABLE "image_annotation" (
	"id" serial PRIMARY KEY NOT NULL,
	"image_id" integer NOT NULL,
	"kind" text NOT NULL,
	"points" jsonb NOT NULL,
	"text" text NOT NULL,
	"place" jsonb,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "image_annotation" ADD CONSTRAINT "image_annotation_image_id_analysis_file_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."analysis_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_annotation" ADD CONSTRAINT "image_annotation_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_annotation_image" ON "image_annotation" USING btree ("image_id");--> statement-breakpoint
ALTER TABLE image_annotation ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON image_annotation
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis_file WHERE analysis_file.id = image_annotation.image_id));
