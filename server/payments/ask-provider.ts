import { PaymentUnanswered, PaymentUnavailable } from './payment-provider.ts'

const mostMilliseconds = 10_000

/** Refusals that speak of us, or of the moment, and not of what was asked: wrong keys, too slow, too many calls. */
const ofAnyCall: readonly number[] = [401, 403, 408, 429]

/**
 * A provider's JSON reply. Throws PaymentUnavailable for silence beyond 10 s, a failing status, or no JSON; where it refuses
 * this call alone, PaymentUnanswered.
 */
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
 * Tells a provider to do something whose reply says nothing. A refusal (4xx) is an answer too: what was to be ended has
 * ended. Throws PaymentUnavailable for silence beyond 10 s and for a provider in trouble.
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
