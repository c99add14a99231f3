import { pastedLine } from '#contract/pasted-text.ts'

/** Filters and order of the list of tests, by the API's names; '' for none. Prices in kopiykas. */
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

/** The filters that are set: empty ones are dropped (S3.08). */
export function activeFilters(filters: CatalogFilters): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, pastedLine(filters[name])] as const).filter(([, value]) => value !== ''),
  )
}

/** Whether a filter is set. The order is not a filter. */
export function isNarrowed(filters: CatalogFilters): boolean {
  return Object.keys(activeFilters(filters)).some((name) => name !== 'ordering')
}
