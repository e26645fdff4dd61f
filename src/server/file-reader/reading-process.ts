// The process that reads users' files.
import { readingFiles } from "./reading-files.ts";
import { serveReadings } from "./reading-service.ts";

serveReadings(readingFiles);
