CREATE TABLE "analysis_file" (
	"id" serial PRIMARY KEY NOT NULL,
	"analysis_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"name_key" text NOT NULL,
	"object" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reading_state" text DEFAULT 'waiting' NOT NULL,
	"reading_fault" text,
	"thumb" text,
	"camera_make" text,
	"camera_model" text,
	"taken_at" timestamp with time zone,
	"utc_offset" integer,
	"lon" double precision,
	"lat" double precision,
	"altitude" real,
	"relative_altitude" real,
	"gimbal_pitch" real,
	"gimbal_yaw" real,
	"gimbal_roll" real,
	"width" integer,
	"height" integer,
	"is_radiometric" boolean,
	CONSTRAINT "analysis_file_object_unique" UNIQUE("object")
);
--> statement-breakpoint
CREATE TABLE "analysis_upload" (
	"id" serial PRIMARY KEY NOT NULL,
	"analysis_id" integer NOT NULL,
	"account_id" integer,
	"file_name" text NOT NULL,
	"object" text NOT NULL,
	"handle" text NOT NULL,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"bytes" bigint NOT NULL,
	"offset" bigint DEFAULT 0 NOT NULL,
	"sha256" text,
	"state" text DEFAULT 'running' NOT NULL,
	"lease" uuid,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analysis_upload_object_unique" UNIQUE("object")
);
--> statement-breakpoint
ALTER TABLE "analysis_file" ADD CONSTRAINT "analysis_file_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_file" ADD CONSTRAINT "analysis_file_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_upload" ADD CONSTRAINT "analysis_upload_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_upload" ADD CONSTRAINT "analysis_upload_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "analysis_file_name" ON "analysis_file" USING btree ("analysis_id","name_key");--> statement-breakpoint
CREATE INDEX "analysis_upload_state" ON "analysis_upload" USING btree ("analysis_id","state");--> statement-breakpoint
ALTER TABLE "account" DROP COLUMN "is_uploading";
--> statement-breakpoint
ALTER TABLE analysis_file ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON analysis_file
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));
ALTER TABLE analysis_upload ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON analysis_upload
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM analysis WHERE analysis.id = analysis_id));

