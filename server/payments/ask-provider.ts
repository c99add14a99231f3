import { PaymentUnanswered, PaymentUnavailable } from './payment-provider.ts'

const mostMilliseconds = 10_000

/** Statuses about us or the moment, not about this call: wrong keys, too slow, too many calls. */
const ofAnyCall: readonly number[] = [401, 403, 408, 429]

/** A provider's JSON reply. Throws PaymentUnanswered if this call alone is refused, else PaymentUnavailable (10 s of silence). */
export async function askProvider(url: string, request: RequestInit): Promise<unknown> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(mostMilliseconds) })
    const text = await response.text()
    if (!response.ok) {
      const isOfThisCall = response.status < 500 && !ofAnyCall.includes(response.status)
      const Refused = isOfThisCall ? PaymentUnanswered : PaymentUnavailable
      throw new Refused(`${new URL(url).pathname} answered ${response.status}`)
    }
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof PaymentUnavailable) throw error
    throw new PaymentUnavailable(`${new URL(url).pathname} did not answer`, { cause: error })
  }
}

/**
 * Sends a command. A refusal (4xx) counts as done: nothing is left. Throws PaymentUnavailable after 10 s, for 5xx and for 429.
 */
export async function tellProvider(url: string, request: RequestInit): Promise<void> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(mostMilliseconds) })
    await response.arrayBuffer()
    if (response.status >= 500 || response.status === 429) {
      throw new PaymentUnavailable(`${new URL(url).pathname} answered ${response.status}`)
    }
  } catch (error) {
    if (error instanceof PaymentUnavailable) throw error
    throw new PaymentUnavailable(`${new URL(url).pathname} did not answer`, { cause: error })
  }
}
