// The shape of an answer does not judge stored texts: a rule for what users enter may be younger than a row.
import { z } from "zod";

const answerShapes = new WeakMap<z.ZodType, z.ZodType>();

/** The same shape, with any text where a text is. It is built once. */
export function answerShapeOf(shape: z.ZodType): z.ZodType {
  const known = answerShapes.get(shape) ?? withoutTextRules(shape);
  answerShapes.set(shape, known);
  return known;
}

function withoutTextRules(shape: z.ZodType): z.ZodType {
  if (isText(shape)) return z.string();
  if (shape instanceof z.ZodNullable) return answerShapeOf(shape.unwrap() as z.ZodType).nullable();
  if (shape instanceof z.ZodOptional) return answerShapeOf(shape.unwrap() as z.ZodType).optional();
  if (shape instanceof z.ZodArray) return z.array(answerShapeOf(shape.element as z.ZodType));
  if (shape instanceof z.ZodUnion) {
    return z.union(shape.options.map((option) => answerShapeOf(option as z.ZodType)));
  }
  // An object that passes on unknown fields has no fields of which the texts are checked.
  if (shape instanceof z.ZodObject && shape.def.catchall === undefined) {
    const fields = Object.entries(shape.shape as Record<string, z.ZodType>);
    return z.object(Object.fromEntries(fields.map(([name, of]) => [name, answerShapeOf(of)])));
  }
  return shape;
}

/** Also a text of a format, such as a date. */
const isText = (shape: z.ZodType) => shape.def.type === "string";
