import type { ModelReply, ModelRequest } from '../server/model-server.ts'
import type { Chance } from './chance.ts'
import type { Signal } from './signals.ts'
import type { Life, Timeline } from './timeline.ts'

/** Faults of one call, below everything that the product can see. Each but `fine` was observed on real networks. */
export const networkFaults = [
  'fine',
  'slow',
  'request-lost',
  'reply-lost',
  'reply-cut',
  'no-reply',
  'no-reply-undelivered',
  'resent',
  'arrives-again-later',
  'arrives-late',
  'captive-portal',
  'bad-gateway',
  'unavailable',
  'session-expired',
  'too-many',
  'html-401',
] as const
export type NetworkFault = (typeof networkFaults)[number]

interface Init {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal?: Signal
}

/** Start times of the newest calls of a page that heard, or missed, other devices' answers. */
interface Words {
  heard: number
  missed: number
}

/** Replies of a captive portal, or a filter, in place of the server: a page, its own JSON, or nothing. */
const portals = [
  '<!doctype html><title>Wi-Fi</title>Session expired. Please accept the terms. {"status":"completed"}',
  '{"status":"ok"}',
  '{"login":"required"}',
  '',
]

/** Milliseconds for which an examinee looks at a portal's page at most. */
const longestPortal = 10_000

/** Replies of a gateway that cannot reach the server or does not know the host. They say nothing about the call. */
const gateways: readonly ModelReply[] = [
  { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' },
  { status: 404, body: '' },
  { status: 403, body: '{"message":"Forbidden"}' },
  { status: 421, body: '{}' },
]

/** Milliseconds for which a kernel continues sending a request that the page has given up. */
const twoMinutes = 120_000
/** Milliseconds after which every request and its reply have arrived. */
export const longestDelay = twoMinutes + 1_000

export class Network {
  isOffline = false
  /** Virtual time until which a portal answers every call: then somebody has accepted its terms. */
  portalUntil = 0
  calls = 0
  readonly #words = new WeakMap<Life, Words>()
  readonly #timeline: Timeline
  readonly #chance: Chance
  readonly #nextFault: () => NetworkFault
  readonly #serve: (request: ModelRequest) => ModelReply

  constructor(
    timeline: Timeline,
    chance: Chance,
    nextFault: () => NetworkFault,
    serve: (request: ModelRequest) => ModelReply,
  ) {
    this.#timeline = timeline
    this.#chance = chance
    this.#nextFault = nextFault
    this.#serve = serve
  }

  wordsTo(life: Life): Words {
    const word = this.#words.get(life) ?? { heard: -1, missed: -1 }
    this.#words.set(life, word)
    return word
  }

  /** The page's `fetch`. */
  of(life: Life) {
    return (url: string, init: Init) =>
      new Promise((settle, fail) => {
        this.calls += 1
        const { signal } = init
        const note = this.#noteWord(url, life, signal)
        const reject = (reason: unknown) => {
          note(false)
          fail(reason)
        }
        const resolve = (reply: Raw) => {
          note(reply.status === 200 && reply.isCut !== true && !portals.includes(reply.body))
          settle(responseOf(reply))
        }
        if (signal?.aborted) return reject(signal.reason)
        signal?.addEventListener('abort', () => reject(signal.reason))
        const request: ModelRequest = {
          method: init.method,
          url,
          bearer: init.headers.Authorization?.slice('Bearer '.length) ?? null,
          body: init.body ?? '',
        }
        this.#travel(request, life, resolve, () => reject(new TypeError('Failed to fetch')))
      })
  }

  #noteWord(url: string, life: Life, signal: Signal | undefined): (isHeard: boolean) => void {
    const begun = this.#timeline.now
    const isOfAnswers = url.includes('/exam-answers/') || url.includes('/exam-pause/')
    const isToPage = isOfAnswers && signal?.isOfDelivery !== true
    return (isHeard) => {
      if (!isToPage) return
      const words = this.wordsTo(life)
      const end = isHeard ? 'heard' : 'missed'
      words[end] = Math.max(words[end], begun)
    }
  }

  #travel(request: ModelRequest, life: Life, answer: (reply: Raw) => void, fail: () => void): void {
    const there = 5 + this.#chance.below(40)
    const back = 5 + this.#chance.below(40)
    const inPage = (delay: number, run: () => void) => this.#timeline.after(delay, run, life)
    const atServer = (delay: number, then: (reply: ModelReply) => void = () => undefined) =>
      this.#timeline.after(delay, () => then(this.#serve(request)))
    const round = (delay: number) => atServer(delay, (reply) => inPage(back, () => answer(reply)))
    const portal = () =>
      inPage(there, () => answer({ status: 200, body: portals[this.#chance.below(portals.length)]! }))
    if (this.isOffline) return void inPage(there, fail)
    if (this.#timeline.now < this.portalUntil) return void portal()

    switch (this.#nextFault()) {
      case 'fine':
        return void round(there)
      case 'slow':
        return void round(1_000 + this.#chance.below(9_000))
      case 'request-lost':
        return void inPage(there, fail)
      case 'reply-lost':
        return void atServer(there, () => inPage(back, fail))
      case 'reply-cut':
        return void atServer(there, (reply) => inPage(back, () => answer({ ...reply, isCut: true })))
      case 'no-reply':
        return void atServer(there)
      case 'no-reply-undelivered':
        return
      case 'resent':
        // A browser repeats a POST by itself when its connection breaks: one fetch, two requests.
        return void atServer(there, () => round(there))
      case 'arrives-again-later':
        void atServer(there + 500 + this.#chance.below(twoMinutes - 500))
        return void round(there)
      case 'arrives-late':
        // The page has long given up when the request leaves a proxy's queue, or the kernel of a phone with a dead radio.
        return void atServer(16_000 + this.#chance.below(twoMinutes - 16_000))
      case 'captive-portal':
        this.portalUntil = this.#timeline.now + this.#chance.below(longestPortal)
        return void portal()
      case 'html-401':
        return void inPage(there, () => answer({ status: 401, body: portals[0]! }))
      case 'bad-gateway':
        // Uses no random number, so that seeds keep their draws.
        return void inPage(there, () => answer(gateways[this.calls % gateways.length]!))
      case 'unavailable':
        return void inPage(there, () => answer(refusal(this.#chance.next() < 0.5 ? 500 : 503, 'internal_error')))
      case 'session-expired':
        return void inPage(there, () => answer(refusal(401, 'token_expired')))
      case 'too-many':
        return void inPage(there, () =>
          answer({ ...refusal(429, 'rate_limited'), retryAfter: 1 + this.#chance.below(8) }),
        )
    }
  }
}

type Raw = ModelReply & { readonly isCut?: boolean }

function refusal(status: number, code: string): ModelReply {
  return { status, body: JSON.stringify({ detail: code, code, status_code: status }) }
}

function responseOf({ status, body, retryAfter, isCut }: Raw) {
  const headers = new Map([['content-type', body.startsWith('<') ? 'text/html' : 'application/json']])
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: { get: (name: string) => headers.get(name) ?? null },
    text: () => (isCut === true ? Promise.reject(new TypeError('terminated')) : Promise.resolve(body)),
  }
}
