import type * as z from 'zod/mini'

/** A place in a schema that may hold a text. `holding` makes the smallest value of the schema with that text there. */
export interface TextField {
  /** Such as «consents.0.version»; '' if the whole is one text. */
  readonly path: string
  /** The longest text there in UTF-16 units; undefined if none is allowed or the schema names no bound. */
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

/** Finds every place where a caller can put a text, numbers' places too. Throws for an unknown kind of schema, to miss none. */
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
