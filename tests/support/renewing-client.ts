import 'fake-indexeddb/auto'
import { readProfile } from '#contract/profile.ts'
import { renewTokens, sessionRequest } from '../../src/session/session-request.ts'
import { readTokens, writeLocalCopy } from '../../src/session/session-copies.ts'
import type { KeptPair } from '../../src/session/session-db.ts'

/**
 * Runs the client's own renewal over Node's fetch and this network's TCP: `renewing-client ORIGIN PAIR`. Sends `warm` when
 * its connection is up. On `dead` it renews until it has used the next pair, retrying when the link is `back`, and sends
 * `renewed`. On `check` it sends whether the session `lives` or has `ended`, and ends.
 */
const [, , origin, pair] = process.argv as [string, string, string, string]
const { fetch } = globalThis
const stored = new Map<string, string>()
let isBack = false
Object.assign(globalThis, {
  fetch: (address: string, init: RequestInit) => fetch(new URL(address, origin), init),
  navigator: {},
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
  location: { pathname: '/', search: '', hash: '', origin, assign: () => undefined },
})
Object.assign(globalThis, { window: globalThis })
writeLocalCopy(JSON.parse(pair) as KeptPair, 1)

process.on('message', (word) => {
  if (word === 'back') isBack = true
  if (word === 'dead') void renew()
  if (word === 'check') void check()
})
await sessionRequest(readProfile, {})
process.send!('warm')

async function renew(): Promise<void> {
  for (;;) {
    try {
      await renewTokens(readTokens()!)
      await sessionRequest(readProfile, {})
      process.send!('renewed')
      return
    } catch {
      while (!isBack) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function check(): Promise<void> {
  let lives = false
  try {
    await sessionRequest(readProfile, {})
    lives = (await renewTokens(readTokens()!)).outcome === 'renewed'
    await sessionRequest(readProfile, {})
  } catch (error) {
    lives = false
    console.error(error)
  }
  process.send!(lives ? 'lives' : 'ended')
  process.disconnect()
}
