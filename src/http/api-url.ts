import type { Endpoint } from '#contract/endpoint.ts'

/** The API host chosen at build time, without a trailing slash; '' is the origin that served the page (S7.01). */
export const apiOrigin: string = (import.meta.env.VITE_API_URL ?? '').replace(/\/+$/, '')

/** Whether the server of this page also has the public pages (`paths.publicTest`). A server of another origin may lack them. */
export const hasPublicPages = apiOrigin === ''

interface UrlParts {
  params?: Readonly<Record<string, string>> | undefined
  query?: Readonly<Record<string, string | undefined>> | undefined
}

/** The address of a call. Empty and undefined query values are dropped (S3.08). */
export function endpointUrl(endpoint: Pick<Endpoint, 'path'>, { params, query }: UrlParts, origin = apiOrigin): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, value)
  }
  return search.size === 0 ? origin + path : `${origin}${path}?${search}`
}
