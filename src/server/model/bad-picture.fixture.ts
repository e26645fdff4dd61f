// Models with a picture that freezes the 3D view, or is none, wherever a glTF may have its bytes.
import { crc32, deflateSync } from "node:zlib";
import { modelZip, tile, tileset, triangle, triangleBin, triangleJson } from "./model.fixture.ts";

type Bad = readonly [what: string, file: Uint8Array, reason: string];

const most = "model_pixels_most";
const none = "model_image";

/** A sound PNG of so many black pixels on each side, of one bit each. */
function blackPng(side: number): Buffer {
  const chunk = (kind: string, content: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(kind), content]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(content.length);
    const end = Buffer.alloc(4);
    end.writeUInt32BE(crc32(named));
    return Buffer.concat([head, named, end]);
  };
  const size = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(side, 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", size),
    chunk("IDAT", deflateSync(Buffer.alloc(side * (side / 8 + 1)))),
    chunk("IEND", new Uint8Array()),
  ]);
}
/** 144 million pixels, and 100 million: of those one file may have one. */
const largePng = blackPng(12_000);
const middlePng = blackPng(10_000);
const asData = (bytes: Uint8Array, type = "image/png") =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
/** Of the whole buffer `at`. */
const viewOf = (at: number) => ({ buffer: at, byteLength: largePng.length });
const { length: byteLength } = largePng;
const ownView = { buffer: 0, byteLength: 36 };
/** The picture in the second buffer, which this address names. */
const inSecond = (uri: string) => ({
  buffers: [{ byteLength: 36 }, { byteLength, uri }],
  bufferViews: [ownView, viewOf(1)],
  images: [{ bufferView: 1, mimeType: "image/png" }],
});
/** The triangle with the same picture in a file beside, as a .gltf. */
const beside = JSON.stringify(
  triangleJson({
    buffers: [
      { byteLength: 36, uri: "a.bin" },
      { byteLength, uri: "b.bin" },
    ],
    bufferViews: [ownView, viewOf(1)],
    images: [{ bufferView: 1, mimeType: "image/png" }],
  }),
);

export const picturedZips: readonly Bad[] = [
  [
    "a large picture in a buffer beside a .gltf",
    modelZip(tileset(tile({ content: { uri: "a.gltf" } })), {
      "a.gltf": beside,
      "a.bin": triangleBin,
      "b.bin": largePng,
    }),
    most,
  ],
  [
    "a large picture in a data address of a tile",
    modelZip(tileset(), { "a.glb": triangle({ images: [{ uri: asData(largePng) }] }) }),
    most,
  ],
  [
    "pictures of one tile that are too large together",
    modelZip(
      tileset(tile({ content: undefined, contents: [{ uri: "a.glb" }, { uri: "b.glb" }] })),
      {
        "a.glb": triangle({ images: [{ uri: "a.png" }] }),
        "b.glb": triangle({ images: [{ uri: "b.png" }] }),
        "a.png": middlePng,
        "b.png": middlePng,
      },
    ),
    most,
  ],
];

export const picturedGlbs: readonly Bad[] = [
  ["a large picture in a data address", triangle({ images: [{ uri: asData(largePng) }] }), most],
  [
    "text in a data address",
    triangle({ images: [{ uri: asData(Buffer.from("hello")) }] }),
    "model_picture",
  ],
  [
    "no base64 in a data address",
    triangle({ images: [{ uri: "data:;base64,$$" }] }),
    "model_picture",
  ],
  ["a data address with escapes", triangle({ images: [{ uri: "data:image/png,%89PNG" }] }), none],
  ["a large picture in a second buffer", triangle(inSecond(asData(largePng, "x/y"))), most],
  ["a picture in two ways", triangle({ images: [{ uri: "data:;base64,", bufferView: 0 }] }), none],
];
