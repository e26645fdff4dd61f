CREATE TABLE "observation" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"component_type" text NOT NULL,
	"dt_id" text NOT NULL,
	"observed_at" timestamp with time zone NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"external_id" text NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"analysis_id" integer,
	"column_values" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"file_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "observation_external_id" UNIQUE("plant_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "observation_image" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"observation_id" integer NOT NULL,
	"file_id" text NOT NULL,
	"file_name" text NOT NULL,
	"object" text NOT NULL,
	"thumb" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"lon" double precision,
	"lat" double precision,
	"taken_at" timestamp with time zone,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "observation_image_file" UNIQUE("plant_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "observation" ADD CONSTRAINT "observation_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation" ADD CONSTRAINT "observation_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation" ADD CONSTRAINT "observation_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation" ADD CONSTRAINT "observation_updated_by_account_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation_image" ADD CONSTRAINT "observation_image_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation_image" ADD CONSTRAINT "observation_image_observation_id_observation_id_fk" FOREIGN KEY ("observation_id") REFERENCES "public"."observation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observation_image" ADD CONSTRAINT "observation_image_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "observation_plant" ON "observation" USING btree ("plant_id","observed_at");--> statement-breakpoint
CREATE INDEX "observation_component" ON "observation" USING btree ("plant_id","dt_id");--> statement-breakpoint
CREATE INDEX "observation_image_observation" ON "observation_image" USING btree ("observation_id");--> statement-breakpoint
ALTER TABLE observation ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON observation
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE observation_image ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON observation_image
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
