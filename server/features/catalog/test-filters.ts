import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { TestFilters } from '#contract/catalog.ts'
import type { SortKey } from '../../db/keyset.ts'
import { tests } from '../../db/schema/catalog.ts'
import { foldForSearch } from './fold-for-search.ts'
import type { Ownership } from './ownership.ts'

export type Filters = z.output<typeof TestFilters>

/** The conditions of these filters on `tests`. Unknown or malformed values do not narrow the list. */
export function conditionsOf(filters: Filters): SQL | undefined {
  const [least, most] = [readAmount(filters.price_min), readAmount(filters.price_max)]
  return and(
    filters.type ? eq(tests.type, withoutNul(filters.type)) : undefined,
    filters.slug ? eq(tests.slug, withoutNul(filters.slug)) : undefined,
    least === null ? undefined : gte(tests.price, least),
    most === null ? undefined : lte(tests.price, most),
  )
}

/** Whether this person owns the test now, if `owned` is true or false. */
export function ownedCondition({ owns }: Ownership, owned: string | undefined, userId: string | null): SQL | undefined {
  if (userId === null || (owned !== 'true' && owned !== 'false')) return undefined
  const isOwned = owns(userId, tests.id)
  return owned === 'true' ? isOwned : sql`not ${isOwned}`
}

/**
 * Tests that have every word of `search`. For a word of five letters or more a similar spelling is enough (pg_trgm), so a search
 * with a typo still finds its test. A text without letters and digits means all tests.
 */
export function searchCondition(search: string | undefined): SQL | undefined {
  const words = foldForSearch(search ?? '')
    .split(' ')
    .filter(Boolean)
  return and(
    ...words.map((word) => {
      const isWithin = sql`${tests.searchText} like ${`%${word}%`}`
      return word.length < 5
        ? isWithin
        : sql`(${isWithin} or strict_word_similarity(${word}, ${tests.searchText}) >= 0.4)`
    }),
  )
}

const sortable: Record<string, SortKey> = {
  price: { value: tests.price, type: 'integer' },
  // Ukrainian sorts by its own alphabet: ґ after г, є after е, і and ї after и.
  title: { value: sql`${tests.title} collate "uk-x-icu"`, type: 'text' },
  duration: { value: tests.durationMinutes, type: 'integer' },
  position: { value: tests.position, type: 'integer' },
}

/** The order of `ordering` (a field, - for descending), then the shop's. Malformed values give the shop's order. */
export function sortOf(ordering: string | undefined): SortKey[] {
  const isDescending = ordering?.startsWith('-') ?? false
  const field = isDescending ? ordering!.slice(1) : (ordering ?? '')
  const own: SortKey[] = [
    { value: tests.position, type: 'integer' },
    { value: tests.id, type: 'uuid' },
  ]
  return Object.hasOwn(sortable, field) ? [{ ...sortable[field]!, isDescending }, ...own] : own
}

function readAmount(text: string | undefined): number | null {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : null
}

/** PostgreSQL's text cannot hold the character NUL: a query with one would fail instead of finding nothing. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}
