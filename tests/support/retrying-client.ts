import { setTimeout as pause } from 'node:timers/promises'

export interface Delivered {
  status: number
  text: string
  body: any
  /** How often the call was sent until this reply came. */
  sends: number
}

interface Sending {
  method: string
  path: string
  /** The exact bytes of the body; a retry sends the same ones. */
  bytes?: string
  access?: string
}

/** Sends once. Rejects unless a whole reply comes. */
export type Send = (
  target: string,
  call: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; text: string }>

const overNewConnection: Send = async (target, { headers, ...call }) => {
  const signal = AbortSignal.timeout(15_000)
  const response = await fetch(target, { ...call, headers: { connection: 'close', ...headers }, signal })
  return { status: response.status, text: await response.text() }
}

/**
 * Sends until a server answers, as the product's delivery does: the same bytes over a new connection (unless `send` does
 * otherwise) to the current origin. It retries after silence, a broken reply, 408, 425, 429 and 5xx.
 * @param origin the server's current origin, or null while there is none
 */
export async function sendUntilAnswered(
  origin: () => string | null,
  { method, path, bytes, access }: Sending,
  send: Send = overNewConnection,
): Promise<Delivered> {
  let sends = 0
  for (let tries = 1; tries < 2000; tries += 1) {
    const target = origin()
    if (target !== null) {
      sends += 1
      try {
        const { status, text } = await send(target + path, {
          method,
          headers: {
            ...(bytes !== undefined && { 'content-type': 'application/json' }),
            ...(access !== undefined && { authorization: `Bearer ${access}` }),
          },
          ...(bytes !== undefined && { body: bytes }),
        })
        const again = status >= 500 || [408, 425, 429].includes(status)
        if (!again) return { status, text, body: JSON.parse(text), sends }
      } catch {
        // Silence or half a reply: the server died before, during or after its work, and the client cannot tell which.
      }
    }
    await pause(20 + 10 * Math.min(tries, 20))
  }
  throw new Error(`${method} ${path} was never answered`)
}
