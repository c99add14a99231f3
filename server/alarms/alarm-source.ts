import type { Region } from '#contract/regions.ts'

/** Regions wholly under an air-raid alarm, and regions with an alarm in some districts or communities. */
export interface AlarmsNow {
  whole: Region[]
  part: Region[]
}

/** A provider of alarms. `ask` throws AlarmsUnanswered and takes some 15 s at most. */
export interface AlarmSource {
  ask(): Promise<AlarmsNow>
}

/** The provider is silent, refuses, or answers in an undocumented form. */
export class AlarmsUnanswered extends Error {
  override readonly name = 'AlarmsUnanswered'
  /** Seconds in which the provider must not be asked; null: as usual. */
  readonly pauseSeconds: number | null

  constructor(message: string, { pauseSeconds = null, cause }: { pauseSeconds?: number | null; cause?: unknown } = {}) {
    super(message, { cause })
    this.pauseSeconds = pauseSeconds
  }
}

/** Milliseconds and bytes of one call. All alarms of a bad night are some hundreds of kilobytes. */
const mostMilliseconds = 5_000
const mostBytes = 4 * 1024 * 1024
/** Seconds. A refused key stays refused until a person looks at it. */
const refusedPause = 3600

/** One GET of a provider. Throws AlarmsUnanswered for statuses other than 200 and 304, silence, and more than 4 MB. */
export async function askForAlarms(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { pathname } = new URL(url)
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(mostMilliseconds) })
    const { status } = response
    if (status !== 200 && status !== 304) {
      await response.body?.cancel()
      throw new AlarmsUnanswered(`${pathname} answered ${status}`, { pauseSeconds: pauseOf(response) })
    }
    return { status, headers: response.headers, text: await bounded(response) }
  } catch (error) {
    if (error instanceof AlarmsUnanswered) throw error
    throw new AlarmsUnanswered(`${pathname} did not answer`, { cause: error })
  }
}

function pauseOf({ status, headers }: Response): number | null {
  if (status === 401 || status === 403) return refusedPause
  if (status !== 429) return null
  const asked = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 15), refusedPause) : 60
}

async function bounded({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new AlarmsUnanswered('more than 4 MB were answered')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
