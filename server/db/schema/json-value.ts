import { customType } from 'drizzle-orm/pg-core'

/**
 * A jsonb column that gives back exactly what was stored. drizzle's own parses a second time whatever the driver has
 * already read as a string: the answer "7" came back as the number 7, and "null" as nothing.
 * null is SQL's NULL.
 */
export const jsonb = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
})
