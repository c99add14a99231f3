import { customType } from 'drizzle-orm/pg-core'

/**
 * A jsonb column that returns exactly the stored value; null is SQL's NULL. drizzle's own parses strings from the driver a second
 * time: the answer "7" came back as the number 7, and "null" as nothing.
 */
export const jsonb = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
})
