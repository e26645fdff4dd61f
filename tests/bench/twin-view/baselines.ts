// What Cesium offers for many polygons, holding all of them: Primitive, and BufferPolygonCollection.
import {
  BoundingSphere,
  BufferPolygon,
  BufferPolygonCollection,
  BufferPolygonMaterial,
  Cartesian3,
  Color,
  ColorGeometryInstanceAttribute,
  ComponentDatatype,
  Geometry,
  GeometryAttribute,
  GeometryInstance,
  PerInstanceColorAppearance,
  Primitive,
  PrimitiveType,
  Transforms,
} from "cesium";
import { openScene } from "../../../src/map/twin/cesium-scene.ts";
import { placeCamera } from "../../../src/map/twin/twin-camera.ts";
import { ORIGIN, type Field } from "../map/field.ts";
import { colourOf, corners, type SpaceDesign } from "./design.ts";

const QUAD = [0, 1, 2, 0, 2, 3];
const frameHere = () => Transforms.eastNorthUpToFixedFrame(Cartesian3.fromDegrees(...ORIGIN));

function sceneOf(canvas: HTMLCanvasElement) {
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  const frame = frameHere();
  const { scene, draw } = openScene(canvas);
  scene.backgroundColor = Color.fromBytes(219, 232, 242);
  const frameOf: SpaceDesign["frame"] = (camera) => {
    draw(frame, placeCamera(camera, ORIGIN, size));
    return false;
  };
  return { scene, frame, frameOf };
}

export function plainPrimitive(field: Field, canvas: HTMLCanvasElement): SpaceDesign {
  const { scene, frame, frameOf } = sceneOf(canvas);
  const geometryInstances = Array.from({ length: field.modules.count }, (_, row) => {
    const values = Float64Array.from(corners(field, row));
    return new GeometryInstance({
      id: row,
      geometry: new Geometry({
        attributes: {
          position: new GeometryAttribute({
            componentDatatype: ComponentDatatype.DOUBLE,
            componentsPerAttribute: 3,
            values,
          }),
        } as unknown as Geometry["attributes"],
        indices: Uint16Array.from(QUAD),
        primitiveType: PrimitiveType.TRIANGLES,
        boundingSphere: BoundingSphere.fromVertices([...values]),
      }),
      attributes: {
        color: ColorGeometryInstanceAttribute.fromColor(
          Color.fromBytes(...colourOf(field, 0, row)),
        ),
      },
    });
  });
  const primitive = new Primitive({
    geometryInstances,
    modelMatrix: frame,
    appearance: new PerInstanceColorAppearance({ flat: true, translucent: false }),
    asynchronous: false,
  });
  scene.primitives.add(primitive);
  return {
    frame: frameOf,
    isColoured: () => true,
    recolour(column) {
      for (let row = 0; row < field.modules.count; row += 1) {
        const colour = Color.fromBytes(...colourOf(field, column, row));
        primitive.getGeometryInstanceAttributes(row).color =
          ColorGeometryInstanceAttribute.toValue(colour);
      }
    },
    close: () => void scene.destroy(),
  };
}

export function bufferPolygons(field: Field, canvas: HTMLCanvasElement): SpaceDesign {
  const { scene, frame, frameOf } = sceneOf(canvas);
  const { count } = field.modules;
  // Its type declaration leaves out the matrix.
  const options = {
    primitiveCountMax: count,
    vertexCountMax: count * 4,
    holeCountMax: 1,
    triangleCountMax: count * 2,
    modelMatrix: frame,
    allowPicking: false,
  };
  const collection = new BufferPolygonCollection(options);
  const polygon = new BufferPolygon();
  const material = new BufferPolygonMaterial();
  const triangles = Uint32Array.from(QUAD);
  for (let row = 0; row < count; row += 1) {
    Color.fromBytes(...colourOf(field, 0, row), 255, material.color);
    const positions = Float64Array.from(corners(field, row));
    collection.add({ positions, triangles, material }, polygon);
  }
  scene.primitives.add(collection);
  return {
    frame: frameOf,
    isColoured: () => true,
    recolour(column) {
      for (let row = 0; row < count; row += 1) {
        Color.fromBytes(...colourOf(field, column, row), 255, material.color);
        collection.get(row, polygon);
        polygon.setMaterial(material);
      }
    },
    close: () => void scene.destroy(),
  };
}
