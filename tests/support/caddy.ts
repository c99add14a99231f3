import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, type OutgoingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { freePort } from './free-port.ts'

export interface Caddy {
  port: number
  /** Where it answers without TLS. */
  plainPort: number
  /** https://localhost:PORT */
  origin: string
  /** The CA certificate that signed the certificate of `localhost`, PEM. */
  ca: string
  said(): string
  stop(): Promise<void>
}

const caddyfile = path.resolve(import.meta.dirname, '../../deploy/Caddyfile')

/**
 * Starts Caddy with the shipped Caddyfile in front of these servers (`127.0.0.1:PORT`), as https://localhost. The Caddyfile
 * gets the parameters of an operator. Its adapted form is changed so that Caddy leaves this machine alone: it listens on
 * loopback only, keeps its CA in its own folder, installs it nowhere, and takes no port of another Caddy.
 */
export async function startCaddy(program: string, servers: readonly string[]): Promise<Caddy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'caddy-'))
  const port = await freePort()
  const origin = `https://localhost:${port}`
  const env = { PATH: process.env.PATH, HOME: folder, SITE_ADDRESS: origin, SERVERS: servers.join(' ') }
  const adapted = execFileSync(program, ['adapt', '--config', caddyfile], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const config = JSON.parse(String(adapted))
  const { http } = config.apps
  for (const server of Object.values<{ listen: string[] }>(http.servers)) {
    expectPort(server.listen, port)
    server.listen = [`127.0.0.1:${port}`]
  }
  http.http_port = await freePort()
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } }
  config.admin = { disabled: true }
  config.storage = { module: 'file_system', root: path.join(folder, 'storage') }
  const file = path.join(folder, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  const child = spawn(program, ['run', '--config', file], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  const gone = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  const root = path.join(folder, 'storage/pki/authorities/local/root.crt')
  for (let tries = 0; !(existsSync(root) && (await shakesHands(port, readFileSync(root, 'utf8')))); tries += 1) {
    if (tries === 200 || child.exitCode !== null) {
      await stop()
      throw new Error(`Caddy does not answer: ${said}`)
    }
    await pause(50)
  }
  return { port, plainPort: http.http_port, origin, ca: readFileSync(root, 'utf8'), said: () => said, stop }
}

function expectPort(listen: string[], port: number): void {
  if (listen.join() !== `:${port}`) throw new Error(`the Caddyfile listens at ${listen.join()}`)
}

function shakesHands(port: number, ca: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', port, servername: 'localhost', ca })
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('secureConnect', () => socket.destroy())
  })
}

/** Opens one HTTP/2 connection to Caddy, as a browser does. */
export function openHttp2({ port, ca }: Pick<Caddy, 'port' | 'ca'>): ClientHttp2Session {
  const session = connect(`https://localhost:${port}`, { ca, lookup: toLoopback })
  session.on('error', () => undefined)
  return session
}

/** Resolves each name to 127.0.0.1: `localhost` may be ::1 first, and nothing listens there. */
export const toLoopback = ((_name: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
  options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never

export interface Http2Reply {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
}

/** Sends a request on one stream of this connection. Rejects if the connection or the stream breaks. */
export function ask(
  session: ClientHttp2Session,
  method: string,
  target: string,
  { headers = {}, body }: { headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<Http2Reply> {
  const head = { ':method': method, ':path': target, ...headers }
  if (body === undefined) return replyOf(session.request(head))
  // A browser sends the length of a body.
  const stream = session.request({ ...head, 'content-length': Buffer.byteLength(body) }, { endStream: false })
  stream.end(body)
  return replyOf(stream)
}

/** Resolves to the reply on a stream; rejects if the stream ends without a whole reply. */
export function replyOf(stream: ClientHttp2Stream): Promise<Http2Reply> {
  return new Promise((resolve, reject) => {
    let headers: Http2Reply['headers'] & { ':status'?: number } = {}
    const chunks: Buffer[] = []
    let isWhole = false
    stream.on('response', (head) => (headers = head as never))
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => (isWhole = true)).on('error', reject)
    stream.on('close', () => {
      const { ':status': status } = headers
      if (status === undefined || !isWhole) reject(new Error(`a stream ended by ${stream.rstCode} without a reply`))
      else resolve({ status, headers, body: Buffer.concat(chunks) })
    })
  })
}
