CREATE TABLE "account" (
	"id" serial PRIMARY KEY NOT NULL,
	"customer_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"password_hash" text,
	"auth_method" integer DEFAULT 0 NOT NULL,
	"totp_secret" text,
	"totp_last_step" integer,
	"locale" text DEFAULT 'en' NOT NULL,
	"show_all_key_figures" boolean DEFAULT false NOT NULL,
	"last_used_webapp_version" text,
	"is_uploading" boolean DEFAULT false NOT NULL,
	"permission_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_plant" (
	"account_id" integer NOT NULL,
	"plant_id" integer NOT NULL,
	CONSTRAINT "account_plant_account_id_plant_id_pk" PRIMARY KEY("account_id","plant_id")
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"account_id" integer,
	"customer_id" integer,
	"action" text NOT NULL,
	"detail" jsonb,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "confirmation" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"code_hash" text,
	"payload" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "customer" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"company_name" text DEFAULT '' NOT NULL,
	"address_1" text DEFAULT '' NOT NULL,
	"address_2" text DEFAULT '' NOT NULL,
	"address_3" text DEFAULT '' NOT NULL,
	"address_4" text DEFAULT '' NOT NULL,
	"logo" text,
	"white_label" jsonb,
	"white_labeling_version" integer,
	"user_limit" integer DEFAULT 10 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "diagnostic" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"account_id" integer,
	"error_id" text NOT NULL,
	"message" text NOT NULL,
	"app_url" text NOT NULL,
	"timestamp" text NOT NULL,
	"app_version" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" serial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"permissions" text[] NOT NULL,
	CONSTRAINT "role_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"acting_customer_id" integer,
	"hidden_admin" boolean DEFAULT false NOT NULL,
	"show_all_key_figures" boolean DEFAULT false NOT NULL,
	"permission_version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'EMPTY' NOT NULL,
	"visibility" text DEFAULT 'not_released' NOT NULL,
	"flown_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	"notes" text DEFAULT '' NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analysis_column" (
	"analysis_id" integer NOT NULL,
	"key_figure_id" integer NOT NULL,
	"base_hash" text NOT NULL,
	"summary" jsonb NOT NULL,
	"severity_counts" integer[] NOT NULL,
	"twin_version" integer NOT NULL,
	"eval_batch_num" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "analysis_column_analysis_id_key_figure_id_pk" PRIMARY KEY("analysis_id","key_figure_id")
);
--> statement-breakpoint
CREATE TABLE "key_figure_limits" (
	"plant_id" integer NOT NULL,
	"key_figure_id" integer NOT NULL,
	"limits" real[] NOT NULL,
	CONSTRAINT "key_figure_limits_plant_id_key_figure_id_pk" PRIMARY KEY("plant_id","key_figure_id")
);
--> statement-breakpoint
CREATE TABLE "plant" (
	"id" serial PRIMARY KEY NOT NULL,
	"customer_id" integer NOT NULL,
	"name" text NOT NULL,
	"technology" text NOT NULL,
	"nominal_capacity" double precision NOT NULL,
	"mounting_type" text,
	"mounting_orientation" text,
	"module_inclination" double precision,
	"orientation_angle" double precision,
	"setup_phase" boolean DEFAULT true NOT NULL,
	"drone_in_a_box" boolean DEFAULT false NOT NULL,
	"lon" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"area" jsonb,
	"area_ha" double precision,
	"take_off_position" jsonb,
	"flight_polygons" jsonb,
	"no_fly_polygons" jsonb,
	"file_overlay" text,
	"twin_version" integer DEFAULT 0 NOT NULL,
	"component_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plant_name" UNIQUE("customer_id","name")
);
--> statement-breakpoint
CREATE TABLE "result_image" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"analysis_id" integer NOT NULL,
	"component_type" text NOT NULL,
	"dt_id" text NOT NULL,
	"file_name" text NOT NULL,
	"kind" text NOT NULL,
	"full" text NOT NULL,
	"thumb" text NOT NULL,
	"content_type" text NOT NULL,
	"lon" double precision,
	"lat" double precision,
	"taken_at" timestamp with time zone,
	"scale_min" real,
	"scale_max" real,
	"width" integer NOT NULL,
	"height" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'PENDING' NOT NULL,
	"infos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"max_steps" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	"result" jsonb,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"plant_id" integer,
	"analysis_id" integer,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "twin" (
	"plant_id" integer NOT NULL,
	"version" integer NOT NULL,
	"manifest" jsonb NOT NULL,
	"report" jsonb NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "twin_plant_id_version_pk" PRIMARY KEY("plant_id","version")
);
--> statement-breakpoint
CREATE TABLE "value_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"analysis_id" integer NOT NULL,
	"key_figure_id" integer NOT NULL,
	"row" bigint NOT NULL,
	"dt_id" text NOT NULL,
	"old_value" double precision,
	"new_value" double precision,
	"account_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" integer
);
--> statement-breakpoint
CREATE TABLE "blueprint" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"object" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "custom_component_property" (
	"id" serial PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL,
	"component_type" text NOT NULL,
	"name" text NOT NULL,
	"data_type" text NOT NULL,
	"options" jsonb,
	"number_ranges" jsonb,
	"relation_type" text NOT NULL,
	CONSTRAINT "custom_component_property_name" UNIQUE("plant_id","component_type","name")
);
--> statement-breakpoint
CREATE TABLE "document_file" (
	"id" serial PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"file_name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"object" text NOT NULL,
	"bytes" integer NOT NULL,
	"is_protected" boolean DEFAULT false NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drone" (
	"id" serial PRIMARY KEY NOT NULL,
	"drone_model_id" integer NOT NULL,
	"serial_number" text NOT NULL,
	"internal_identifier" text NOT NULL,
	"customer_id" integer,
	"retired" boolean DEFAULT false NOT NULL,
	"generic" boolean DEFAULT false NOT NULL,
	CONSTRAINT "drone_internal_identifier_unique" UNIQUE("internal_identifier")
);
--> statement-breakpoint
CREATE TABLE "drone_model" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"abbreviation" text NOT NULL,
	"vendor" text NOT NULL,
	"flight_time" real,
	"recharge_time" real,
	"battery_swap_time" real,
	"batteries_available" integer,
	"supported" boolean DEFAULT true NOT NULL,
	CONSTRAINT "drone_model_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "order_product_package" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"product_package_id" integer NOT NULL,
	"quantity" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_package" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"key_figure_ids" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "product_package_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "purchase_order" (
	"id" serial PRIMARY KEY NOT NULL,
	"customer_id" integer NOT NULL,
	"plant_id" integer,
	"type" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_plant" ADD CONSTRAINT "account_plant_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmation" ADD CONSTRAINT "confirmation_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "diagnostic" ADD CONSTRAINT "diagnostic_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_acting_customer_id_customer_id_fk" FOREIGN KEY ("acting_customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis" ADD CONSTRAINT "analysis_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "analysis_column" ADD CONSTRAINT "analysis_column_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_figure_limits" ADD CONSTRAINT "key_figure_limits_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plant" ADD CONSTRAINT "plant_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_image" ADD CONSTRAINT "result_image_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin" ADD CONSTRAINT "twin_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "twin" ADD CONSTRAINT "twin_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_change" ADD CONSTRAINT "value_change_analysis_id_analysis_id_fk" FOREIGN KEY ("analysis_id") REFERENCES "public"."analysis"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "value_change" ADD CONSTRAINT "value_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint" ADD CONSTRAINT "blueprint_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custom_component_property" ADD CONSTRAINT "custom_component_property_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_file" ADD CONSTRAINT "document_file_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drone" ADD CONSTRAINT "drone_drone_model_id_drone_model_id_fk" FOREIGN KEY ("drone_model_id") REFERENCES "public"."drone_model"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drone" ADD CONSTRAINT "drone_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_product_package" ADD CONSTRAINT "order_product_package_order_id_purchase_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."purchase_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_product_package" ADD CONSTRAINT "order_product_package_product_package_id_product_package_id_fk" FOREIGN KEY ("product_package_id") REFERENCES "public"."product_package"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_order" ADD CONSTRAINT "purchase_order_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "account_email" ON "account" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "audit_entry_created" ON "audit_entry" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "analysis_plant" ON "analysis" USING btree ("plant_id","flown_at");--> statement-breakpoint
CREATE INDEX "plant_customer" ON "plant" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "result_image_component" ON "result_image" USING btree ("analysis_id","dt_id");--> statement-breakpoint
CREATE INDEX "task_state" ON "task" USING btree ("state");--> statement-breakpoint
CREATE INDEX "value_change_column" ON "value_change" USING btree ("analysis_id","key_figure_id");