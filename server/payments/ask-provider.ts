import { PaymentUnavailable } from './payment-provider.ts'

const mostMilliseconds = 10_000

/** A provider's JSON reply. Throws PaymentUnavailable for silence beyond 10 s, a failing status, or no JSON. */
export async function askProvider(url: string, request: RequestInit): Promise<unknown> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(mostMilliseconds) })
    const text = await response.text()
    if (!response.ok) throw new PaymentUnavailable(`${new URL(url).pathname} answered ${response.status}`)
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof PaymentUnavailable) throw error
    throw new PaymentUnavailable(`${new URL(url).pathname} did not answer`, { cause: error })
  }
}
