import { readFooter } from '#contract/footer.ts'
import { endpointUrl } from './api-url.ts'
import { judge, readRaw } from './read-reply.ts'

/** A server that has not answered by then counts as away. */
const timeoutMs = 8_000

export interface ServerProbe {
  /** How long the reply took, in milliseconds. */
  readonly took: number
  /**
   * server − device, in milliseconds, by the second in which the reply was made; null where the server does not let a page
   * read that (another origin).
   */
  readonly offset: number | null
}

/**
 * Asks the server for something small and public, as the person of `bearer` (S7.02), and as a guest where that is no session any
 * more. Rejects when nothing comes, or something that is not of the contract.
 */
export async function probeServer(bearer?: string): Promise<ServerProbe> {
  const began = performance.now()
  const response = await fetch(endpointUrl(readFooter, {}), {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'Content-Type': 'application/json', ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) },
  })
  // The exam's own calls will renew the session.
  if (response.status === 401 && bearer !== undefined) return probeServer()
  const took = performance.now() - began
  const heardAt = Date.now()
  judge(await readRaw(response), readFooter)
  const second = Date.parse(response.headers.get('date') ?? '')
  // The header has whole seconds: on average half of one is cut off, and half of the way lies behind us.
  return { took, offset: Number.isNaN(second) ? null : second + 500 + took / 2 - heardAt }
}
