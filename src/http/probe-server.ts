import { readFooter } from '#contract/footer.ts'
import { endpointUrl } from './api-url.ts'
import { judge, readRaw } from './read-reply.ts'

/** A server that has not replied after this time counts as unreachable. */
const timeoutMs = 8_000

export interface ServerProbe {
  readonly took: number
  /** server − device, in milliseconds, by the reply's Date. Null if a server of another origin hides that header. */
  readonly offset: number | null
}

/** Makes a small public call as the owner of `bearer` (S7.02), else as a guest. Rejects without a reply of the contract. */
export async function probeServer(bearer?: string): Promise<ServerProbe> {
  const began = performance.now()
  const response = await fetch(endpointUrl(readFooter, {}), {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'Content-Type': 'application/json', ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }) },
  })
  // Repeats the call as a guest: the exam's own calls renew the session.
  if (response.status === 401 && bearer !== undefined) return probeServer()
  const took = performance.now() - began
  const heardAt = Date.now()
  judge(await readRaw(response), readFooter)
  const second = Date.parse(response.headers.get('date') ?? '')
  // The header has whole seconds, so it lags by half a second on average; half of the round trip lies behind us.
  return { took, offset: Number.isNaN(second) ? null : second + 500 + took / 2 - heardAt }
}
