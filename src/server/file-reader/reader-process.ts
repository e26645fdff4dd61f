// The process that reads users' files.
import { readerFiles } from "./reader-files.ts";
import { serveReaders } from "./reader-service.ts";

serveReaders(readerFiles);
