import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    madeOnce: MadeOnce
  }
}

/** A reply before it is packed. `status` is 200 and `cache-control` is `no-cache` by default. */
export interface Draft {
  body: string | Buffer
  type: string
  status?: number
  headers?: Readonly<Record<string, string>>
}

interface Source {
  key: string
  /** Absent: the version of the published rows. */
  version?: string
  /** A stranger chooses the key, by a query or an id. Such replies have a cache of their own and evict no other. */
  isAsked?: boolean
}

type Encoding = 'br' | 'gzip' | 'identity'

/** Bytes. Packing gains nothing below the first, and takes seconds above the second unless the quality is lower. */
const packedFrom = 1024
const bestBelow = 128 * 1024
/** Pictures and fonts are packed already. */
const isText = /^(text\/|application\/|image\/svg)/
const bounds = { named: { replies: 300, bytes: 24 * 1024 * 1024 }, asked: { replies: 200, bytes: 4 * 1024 * 1024 } }

/**
 * Caches replies that are the same for all (decision 0116): one text, its brotli and its gzip. Each call reads the version of the
 * published rows, and a reply of an earlier version is never sent. Of any number of concurrent calls one makes the reply and one
 * reads the version. The cache is bounded in replies and in bytes.
 */
export class MadeOnce {
  readonly #readVersion: () => Promise<string>
  readonly #named = new Kept(bounds.named)
  readonly #asked = new Kept(bounds.asked)
  readonly #turns = new Map<string, Turn>()

  constructor(readVersion: () => Promise<string>) {
    this.#readVersion = readVersion
  }

  /** Sends the cached reply, or makes it. Throws what `make` and the reading of the version throw; no failure is cached. */
  async send(reply: FastifyReply, source: Source, make: () => Promise<Draft> | Draft): Promise<FastifyReply> {
    const version = source.version ?? ((await this.#inTurns('version', this.#readVersion)) as string)
    const kept = source.isAsked === true ? this.#asked : this.#named
    const quality = source.isAsked === true ? 'quick' : 'best'
    return sendPacked(reply, await kept.find(source.key, version, async () => new Packed(await make(), quality)))
  }

  /** Sends an uncached reply, such as a person's document. Calls that come while one is made share the next one. */
  async sendShared(reply: FastifyReply, key: string, make: () => Promise<Draft>): Promise<FastifyReply> {
    const packed = await this.#inTurns(`shared ${key}`, async () => new Packed(await make(), 'quick'))
    return sendPacked(reply, packed as Packed)
  }

  /** Runs `work` once for all calls that came before it began, one run at a time: no call gets a result from before it came. */
  #inTurns(key: string, work: () => Promise<unknown>): Promise<unknown> {
    const turn = this.#turns.get(key)
    if (turn !== undefined) return (turn.next ??= turn.running.then(() => this.#begin(key, work)))
    return this.#begin(key, work)
  }

  #begin(key: string, work: () => Promise<unknown>): Promise<unknown> {
    const result = work()
    const turn: Turn = {
      running: result.then(
        () => this.#end(key, turn),
        () => this.#end(key, turn),
      ),
    }
    this.#turns.set(key, turn)
    return result
  }

  #end(key: string, turn: Turn): void {
    if (turn.next === undefined) this.#turns.delete(key)
  }
}

interface Turn {
  /** Never rejects. */
  running: Promise<void>
  next?: Promise<unknown>
}

interface Entry {
  version: string
  packed: Promise<Packed>
  bytes: number
}

class Kept {
  readonly #most: { replies: number; bytes: number }
  /** The least recently used comes first. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(most: { replies: number; bytes: number }) {
    this.#most = most
  }

  find(key: string, version: string, make: () => Promise<Packed>): Promise<Packed> {
    const known = this.#entries.get(key)
    this.#drop(key)
    const entry = known?.version === version ? known : this.#made(key, version, make)
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    this.#trim()
    return entry.packed
  }

  #made(key: string, version: string, make: () => Promise<Packed>): Entry {
    const entry: Entry = { version, packed: make(), bytes: 0 }
    entry.packed.then(
      ({ identity }) => {
        // Counts both encodings, which are smaller than the text.
        entry.bytes = key.length + 2 * identity.length
        if (this.#entries.get(key) !== entry) return
        this.#bytes += entry.bytes
        this.#trim()
      },
      () => {
        if (this.#entries.get(key) === entry) this.#drop(key)
      },
    )
    return entry
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }

  #trim(): void {
    while (this.#entries.size > this.#most.replies || this.#bytes > this.#most.bytes) {
      this.#drop(this.#entries.keys().next().value!)
    }
  }
}

/** A draft that is packed into an encoding when a call first needs it. */
class Packed {
  readonly draft: Draft
  readonly identity: Buffer
  readonly #quality: 'best' | 'quick'
  readonly #bodies = new Map<Encoding, Promise<Buffer>>()
  /** Weak, because the same text is sent in several encodings. */
  readonly etag: string

  constructor(draft: Draft, quality: 'best' | 'quick') {
    this.draft = draft
    this.identity = typeof draft.body === 'string' ? Buffer.from(draft.body) : draft.body
    this.#quality = quality
    this.etag = `W/"${createHash('sha256').update(this.identity).digest('hex').slice(0, 32)}"`
  }

  in(encoding: Encoding): Promise<Buffer> {
    const body = this.#bodies.get(encoding) ?? this.#pack(encoding)
    this.#bodies.set(encoding, body)
    return body
  }

  async #pack(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity
    const isBest = this.#quality === 'best' && this.identity.length <= bestBelow
    if (encoding === 'gzip') return promisify(gzip)(this.identity, { level: isBest ? 9 : 6 })
    const params = { [constants.BROTLI_PARAM_QUALITY]: isBest ? constants.BROTLI_MAX_QUALITY : 5 }
    return promisify(brotliCompress)(this.identity, { params })
  }
}

async function sendPacked(reply: FastifyReply, packed: Packed): Promise<FastifyReply> {
  const { request } = reply
  const { status = 200, type, headers = {} } = packed.draft
  const caching = headers['cache-control'] ?? 'no-cache'
  reply.headers({ ...headers, 'cache-control': caching, vary: varyOf(reply) })
  if (status === 200 && caching !== 'no-store') {
    reply.header('etag', packed.etag)
    if (knows(request, packed.etag)) return reply.code(304).send()
  }
  const isPacked = packed.identity.length >= packedFrom && isText.test(type)
  const encoding = isPacked ? wanted(request) : 'identity'
  const body = await packed.in(encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(status).type(type).send(body)
}

function varyOf(reply: FastifyReply): string {
  const said = reply.getHeader('vary')
  return said === undefined ? 'accept-encoding' : `${String(said)}, accept-encoding`
}

function knows({ headers }: FastifyRequest, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === etag)
}

function wanted({ headers }: FastifyRequest): Encoding {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
  const takes = (encoding: string) =>
    accepted.some((each) => each.split(';')[0]!.trim() === encoding && !/;\s*q=0(\.0*)?$/.test(each))
  return takes('br') ? 'br' : takes('gzip') || takes('*') ? 'gzip' : 'identity'
}
