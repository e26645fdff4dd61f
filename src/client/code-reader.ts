// Reads QR and bar codes from a picture: with the browser's reader, else with ZXing from our own server.
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";

/** The codes of labels on components, in the names of the browser's reader and of ZXing. */
const formats = {
  qr_code: "QRCode",
  data_matrix: "DataMatrix",
  aztec: "Aztec",
  code_128: "Code128",
  code_39: "Code39",
  ean_13: "EAN13",
} as const;

type Detector = { detect(source: CanvasImageSource): Promise<{ readonly rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** Answers the texts of the codes in a picture. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string[]>;

/** Rejects where the reader could not be loaded. */
export async function codeReader(): Promise<CodeReader> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const wanted = Object.keys(formats);
  const known = await Native?.getSupportedFormats().catch((): string[] => []);
  if (Native && known && wanted.every((format) => known.includes(format))) {
    const detector = new Native({ formats: wanted });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  const { prepareZXingModule, readBarcodes } = await import("zxing-wasm/reader");
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const canvas = document.createElement("canvas");
  const options = { formats: Object.values(formats), maxNumberOfSymbols: 4 };
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0) return [];
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return [];
    context.drawImage(video, 0, 0);
    const found = await readBarcodes(context.getImageData(0, 0, width, height), options);
    return found.map(({ text }) => text);
  };
}
