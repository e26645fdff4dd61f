CREATE TABLE "gpu_server_wish" (
	"id" text PRIMARY KEY NOT NULL,
	"cpu_type" text,
	"min_vcpu" integer NOT NULL
);
