import type * as z from 'zod/mini'

/** A place in a schema that may hold a text, and the smallest value of the schema that holds this one there. */
export interface TextField {
  /** «consents.0.version»; '' where the whole is one text. */
  readonly path: string
  /** UTF-16 units that a text there may have; undefined where none may be, or the schema names no bound. */
  readonly most: number | undefined
  readonly holding: (text: string) => unknown
}

interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  in?: z.ZodMiniType
  valueType?: z.ZodMiniType
}

const leaves = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'unknown'])

/**
 * Every place of a schema where a caller can put a text, a number's place too: nobody keeps a caller from it. Throws for a kind of
 * schema that it does not know, so that none is passed over.
 */
export function textFieldsOf(schema: z.ZodMiniType): TextField[] {
  const { type, shape, innerType, element, options, in: input, valueType } = schema._zod.def as unknown as Definition
  if (shape !== undefined) {
    return Object.entries(shape).flatMap(([name, each]) => within(name, each, (value) => ({ [name]: value })))
  }
  if (element !== undefined) return within('0', element, (value) => [value])
  if (valueType !== undefined) return within('*', valueType, (value) => ({ name: value }))
  if (options !== undefined) return distinct(options.flatMap(textFieldsOf))
  if (innerType !== undefined) return textFieldsOf(innerType)
  if (input !== undefined) return textFieldsOf(input)
  if (leaves.has(type)) {
    const { maximum } = schema._zod.bag as { maximum?: number }
    return [{ path: '', most: type === 'string' ? maximum : undefined, holding: (text) => text }]
  }
  throw new Error(`a schema of kind ${type}: say in text-fields.ts where its texts are`)
}

function within(name: string, schema: z.ZodMiniType, put: (value: unknown) => unknown): TextField[] {
  return textFieldsOf(schema).map(({ path, most, holding }) => ({
    path: path === '' ? name : `${name}.${path}`,
    most,
    holding: (text) => put(holding(text)),
  }))
}

const distinct = (fields: TextField[]) => [...new Map(fields.map((field) => [field.path, field])).values()]
