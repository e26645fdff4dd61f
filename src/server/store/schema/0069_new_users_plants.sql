ALTER TABLE "single_sign_on" ADD COLUMN "sees_all_plants" boolean DEFAULT true NOT NULL;
