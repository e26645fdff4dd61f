CREATE TABLE "finding_comment" (
	"id" serial PRIMARY KEY NOT NULL,
	"finding_id" integer NOT NULL,
	"account_id" integer,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finding_life" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"component_type" text NOT NULL,
	"dt_id" text NOT NULL,
	"fault_type" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"reason" text,
	"assignee_id" integer,
	"crew" text,
	"due_on" date,
	"severity" integer,
	"analysis_id" integer,
	"revision" integer DEFAULT 0 NOT NULL,
	"updated_by" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "finding_life_place" UNIQUE("plant_id","component_type","dt_id","fault_type")
);
--> statement-breakpoint
CREATE TABLE "finding_step" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"analysis_id" integer,
	"account_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer
);
--> statement-breakpoint
CREATE TABLE "finding_step_change" (
	"step_id" bigint NOT NULL,
	"finding_id" integer NOT NULL,
	"field" text NOT NULL,
	"old_value" text,
	"new_value" text,
	CONSTRAINT "finding_step_change_step_id_finding_id_field_pk" PRIMARY KEY("step_id","finding_id","field")
);
--> statement-breakpoint
ALTER TABLE "finding_comment" ADD CONSTRAINT "finding_comment_finding_id_finding_life_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."finding_life"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_comment" ADD CONSTRAINT "finding_comment_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_life" ADD CONSTRAINT "finding_life_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_life" ADD CONSTRAINT "finding_life_assignee_id_account_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_life" ADD CONSTRAINT "finding_life_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_life" ADD CONSTRAINT "finding_life_updated_by_account_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_step" ADD CONSTRAINT "finding_step_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_step" ADD CONSTRAINT "finding_step_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_step" ADD CONSTRAINT "finding_step_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_step_change" ADD CONSTRAINT "finding_step_change_step_id_finding_step_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."finding_step"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_step_change" ADD CONSTRAINT "finding_step_change_finding_id_finding_life_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."finding_life"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finding_comment_finding" ON "finding_comment" USING btree ("finding_id");--> statement-breakpoint
CREATE INDEX "finding_life_analysis" ON "finding_life" USING btree ("analysis_id");--> statement-breakpoint
CREATE INDEX "finding_step_plant" ON "finding_step" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "finding_step_change_finding" ON "finding_step_change" USING btree ("finding_id","step_id");--> statement-breakpoint
ALTER TABLE finding_life ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON finding_life
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE finding_step ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON finding_step
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE finding_step_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON finding_step_change
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM finding_life WHERE finding_life.id = finding_id));
ALTER TABLE finding_comment ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON finding_comment
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM finding_life WHERE finding_life.id = finding_id));
