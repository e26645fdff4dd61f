CREATE TABLE "work_order" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"assignee_id" integer,
	"crew" text,
	"due_on" date,
	"note" text DEFAULT '' NOT NULL,
	"start" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" integer,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "work_order_number" UNIQUE("plant_id","number")
);
--> statement-breakpoint
CREATE TABLE "work_order_finding" (
	"order_id" integer NOT NULL,
	"finding_id" integer NOT NULL,
	CONSTRAINT "work_order_finding_order_id_finding_id_pk" PRIMARY KEY("order_id","finding_id")
);
--> statement-breakpoint
CREATE TABLE "work_order_step" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"is_first" boolean NOT NULL,
	"finding_step_id" bigint,
	"account_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer
);
--> statement-breakpoint
CREATE TABLE "work_order_step_change" (
	"step_id" bigint NOT NULL,
	"field" text NOT NULL,
	"old_value" text,
	"new_value" text,
	CONSTRAINT "work_order_step_change_step_id_field_pk" PRIMARY KEY("step_id","field")
);
--> statement-breakpoint
CREATE TABLE "work_order_step_finding" (
	"step_id" bigint NOT NULL,
	"finding_id" integer NOT NULL,
	"is_added" boolean NOT NULL,
	CONSTRAINT "work_order_step_finding_step_id_finding_id_pk" PRIMARY KEY("step_id","finding_id")
);
--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_assignee_id_account_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order" ADD CONSTRAINT "work_order_updated_by_account_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_finding" ADD CONSTRAINT "work_order_finding_order_id_work_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_finding" ADD CONSTRAINT "work_order_finding_finding_id_finding_life_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."finding_life"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_step" ADD CONSTRAINT "work_order_step_order_id_work_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."work_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_step" ADD CONSTRAINT "work_order_step_finding_step_id_finding_step_id_fk" FOREIGN KEY ("finding_step_id") REFERENCES "public"."finding_step"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_step" ADD CONSTRAINT "work_order_step_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_step_change" ADD CONSTRAINT "work_order_step_change_step_id_work_order_step_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."work_order_step"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_step_finding" ADD CONSTRAINT "work_order_step_finding_step_id_work_order_step_id_fk" FOREIGN KEY ("step_id") REFERENCES "public"."work_order_step"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_order_step_finding" ADD CONSTRAINT "work_order_step_finding_finding_id_finding_life_id_fk" FOREIGN KEY ("finding_id") REFERENCES "public"."finding_life"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "work_order_finding_finding" ON "work_order_finding" USING btree ("finding_id");--> statement-breakpoint
CREATE INDEX "work_order_step_order" ON "work_order_step" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "work_order_step_finding_step" ON "work_order_step" USING btree ("finding_step_id");--> statement-breakpoint
CREATE INDEX "work_order_step_finding_finding" ON "work_order_step_finding" USING btree ("finding_id");--> statement-breakpoint
ALTER TABLE work_order ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON work_order
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM plant WHERE plant.id = plant_id));
ALTER TABLE work_order_finding ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON work_order_finding
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM work_order WHERE work_order.id = order_id));
ALTER TABLE work_order_step ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON work_order_step
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM work_order WHERE work_order.id = order_id));
ALTER TABLE work_order_step_change ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON work_order_step_change
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM work_order_step WHERE work_order_step.id = step_id));
ALTER TABLE work_order_step_finding ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON work_order_step_finding
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM work_order_step WHERE work_order_step.id = step_id));
