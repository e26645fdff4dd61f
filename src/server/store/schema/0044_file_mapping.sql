CREATE TABLE "file_mapping" (
	"customer_id" integer NOT NULL,
	"purpose" text NOT NULL,
	"columns" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_mapping_customer_id_purpose_columns_pk" PRIMARY KEY("customer_id","purpose","columns")
);
--> statement-breakpoint
ALTER TABLE "file_mapping" ADD CONSTRAINT "file_mapping_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE file_mapping ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON file_mapping
  USING ((SELECT app_sees_all()) OR customer_id = (SELECT app_customer_id()));
