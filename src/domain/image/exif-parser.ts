// The EXIF reader of exifr. Under Node the package has a default export alone, although its types name more.
import * as exifr from "exifr";

export const { parse: parseExif } = exifr.default;
