import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '#contract/push.ts'
import type { PushPolicy } from '../../server/web-push/push-door.ts'

/** A message as its push service got it and as its browser decrypts it. */
export interface PushedMessage {
  headers: IncomingHttpHeaders
  bytes: Buffer
  message: PushMessage
  /** Claims of the server's token (RFC 8292), after the key beside it has verified its signature. */
  claims: { aud: string; exp: number; sub: string }
  senderKey: string
}

/**
 * A stand-in for browsers and their push service: mailboxes decrypt as browsers do (RFC 8291 over RFC 8188). Replies 201 by
 * default.
 */
export async function startMockPushService() {
  const mailboxes = new Map<string, Mailbox>()
  const silent = new Set<string>()
  const unanswered: ServerResponse[] = []
  const answers: { status: number; headers?: Record<string, string>; after?: Promise<void> }[] = []
  let hits = 0
  const server = createServer((incoming, reply) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      hits += 1
      if (silent.has(incoming.url!)) return void unanswered.push(reply)
      const answer = answers.shift() ?? { status: 201 }
      const mailbox = mailboxes.get(incoming.url!)
      if (answer.status === 201) mailbox?.take(incoming.headers, Buffer.concat(chunks))
      const status = mailbox === undefined ? 404 : answer.status
      const send = () => reply.writeHead(status, answer.headers).end('x'.repeat(100_000))
      void (answer.after ?? Promise.resolve()).then(send)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    port,
    origin: `http://push.test:${port}`,
    /** Number of requests so far, of any kind. */
    hits: () => hits,
    answerNext: (status: number, headers?: Record<string, string>) =>
      void answers.push({ status, ...(headers && { headers }) }),
    /** Takes the next message immediately, and replies to its sender when the returned function is called. */
    holdNext(): () => void {
      let release = () => {}
      const after = new Promise<void>((resolve) => (release = resolve))
      answers.push({ status: 201, after })
      return release
    },
    /** Subscribes a browser. The address of its mailbox cannot be guessed. */
    subscribe() {
      const mailbox = makeMailbox(`http://push.test:${port}`)
      mailboxes.set(new URL(mailbox.endpoint).pathname, mailbox)
      return mailbox
    },
    /** Makes a mailbox that accepts every request and does not reply until `endSilence` breaks the connections. */
    subscribeSilent() {
      const mailbox = makeMailbox(`http://push.test:${port}`)
      silent.add(new URL(mailbox.endpoint).pathname)
      return mailbox
    },
    endSilence(): void {
      for (const reply of unanswered.splice(0)) reply.destroy()
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
export type MockPushService = Awaited<ReturnType<typeof startMockPushService>>

/** Resolves names under `.test` to this machine, by plain HTTP; no other address is reached. */
export const loopbackPolicy: PushPolicy = {
  protocol: 'http:',
  request,
  resolve: async (host) => {
    if (!host.endsWith('.test')) throw new Error(`no such name: ${host}`)
    return [{ address: '127.0.0.1', family: 4 }]
  },
  reaches: (address) => address === '127.0.0.1',
}

function makeMailbox(origin: string) {
  const browser = createECDH('prime256v1')
  const p256dh = browser.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `${origin}/box/${randomBytes(24).toString('base64url')}`
  const messages: PushedMessage[] = []
  return {
    endpoint,
    p256dh: p256dh.toString('base64url'),
    auth: auth.toString('base64url'),
    messages,
    take(headers: IncomingHttpHeaders, bytes: Buffer) {
      const text = open(bytes, browser, auth)
      messages.push({ headers, bytes, message: JSON.parse(text), ...readToken(headers.authorization!) })
    },
  }
}
export type Mailbox = ReturnType<typeof makeMailbox>

/** Decrypts a body with the browser's key and secret: RFC 8188, section 2, with the keys of RFC 8291, section 3.4. */
function open(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derive = (secret: Buffer, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const material = derive(browser.computeSecret(sender), auth, info, 32)
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = plain.lastIndexOf(2)
  if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no end of the last record')
  return plain.subarray(0, end).toString()
}

function readToken(authorization: string): Pick<PushedMessage, 'claims' | 'senderKey'> {
  const [, token, senderKey] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization)!
  const point = Buffer.from(senderKey!, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const [header, claims, signature] = token!.split('.') as [string, string, string]
  const isGood = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isGood) throw new Error('the token is not signed by the key beside it')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), senderKey: senderKey! }
}
