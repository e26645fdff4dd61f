ALTER TABLE "flight_route" ADD COLUMN "planned_altitude_m" double precision;--> statement-breakpoint
-- Only the planner makes curves: routes of files stop at every waypoint, and re-flies may have the height of a file.
UPDATE "flight_route" SET "planned_altitude_m" = "altitude_agl_m" WHERE NOT "is_re_fly" AND jsonb_path_exists("waypoints", '$[*].damping_m ? (@ > 0)');
