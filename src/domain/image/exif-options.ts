// How the EXIF block of an image is read for its time and place.

/** Only the needed tags: a hostile block can contain thousands. The tags of the place are the caller's (`gps`). */
export const timeOptions = {
  tiff: true,
  ifd0: { pick: ["ModifyDate"] },
  ifd1: false,
  exif: {
    pick: [
      "DateTimeOriginal",
      "CreateDate",
      "OffsetTimeOriginal",
      "OffsetTimeDigitized",
      "OffsetTime",
    ],
  },
  interop: false,
  makerNote: false,
  userComment: false,
  xmp: false,
  icc: false,
  iptc: false,
  jfif: false,
  ihdr: false,
  // Dates stay text: the library would read them as local times of this machine.
  reviveValues: false,
};
