import { pastedLine } from '#contract/pasted-text.ts'

/** What narrows and orders the list of tests, by the names of the API; '' for what does not. Prices in kopiykas. */
export interface CatalogFilters {
  readonly search: string
  readonly type: string
  readonly price_max: string
  readonly owned: string
  readonly ordering: string
}

const names = ['search', 'type', 'price_max', 'owned', 'ordering'] as const satisfies (keyof CatalogFilters)[]

/** The filters in the address, so that Back, a reload and a shared link keep them. */
export function readFilters(params: URLSearchParams): CatalogFilters {
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<keyof CatalogFilters, string>
}

/** Those that say something: empty ones are dropped (S3.08). */
export function activeFilters(filters: CatalogFilters): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, pastedLine(filters[name])] as const).filter(([, value]) => value !== ''),
  )
}

/** Whether the list is narrowed; its order alone narrows nothing. */
export function isNarrowed(filters: CatalogFilters): boolean {
  return Object.keys(activeFilters(filters)).some((name) => name !== 'ordering')
}
