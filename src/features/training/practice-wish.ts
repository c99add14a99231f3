import { practiceSizes } from '#contract/practice.ts'

/** What a person wants to practise. `only`: a kind of tasks of the test, or what went wrong before; null for all kinds. */
export interface PracticeWish {
  readonly size: (typeof practiceSizes)[number]
  readonly only: { readonly kind: string } | 'mistakes' | null
}

/** A wish as it stands in the address of a practice, so that a reload, a bookmark or «Back» finds the same one. */
export function searchOf({ size, only }: PracticeWish, startKey: string): string {
  const search = new URLSearchParams({ practice: startKey, size: String(size) })
  if (only === 'mistakes') search.set('mistakes', 'yes')
  else if (only !== null) search.set('kind', only.kind)
  return `?${search}`
}

/** The wish of an address; whatever it does not say, or says wrongly, is what most people want. */
export function wishIn(search: URLSearchParams): PracticeWish {
  const kind = search.get('kind')
  const size = practiceSizes.find((each) => String(each) === search.get('size')) ?? practiceSizes[0]
  return { size, only: search.has('mistakes') ? 'mistakes' : kind === null ? null : { kind } }
}
