import { practiceSizes } from '#contract/practice.ts'

/** A request for a practice. `only`: one kind of tasks, or earlier mistakes; null for all kinds. */
export interface PracticeRequest {
  readonly size: (typeof practiceSizes)[number]
  readonly only: { readonly kind: string } | 'mistakes' | null
}

/** The address of a practice says what was requested, so that a reload, a bookmark or «Back» finds the same one. */
export function searchOf({ size, only }: PracticeRequest, startKey: string): string {
  const search = new URLSearchParams({ practice: startKey, size: String(size) })
  if (only === 'mistakes') search.set('mistakes', 'yes')
  else if (only !== null) search.set('kind', only.kind)
  return `?${search}`
}

/** The request in an address. A missing or wrong value gets the most usual one. */
export function requestIn(search: URLSearchParams): PracticeRequest {
  const kind = search.get('kind')
  const size = practiceSizes.find((each) => String(each) === search.get('size')) ?? practiceSizes[0]
  return { size, only: search.has('mistakes') ? 'mistakes' : kind === null ? null : { kind } }
}
