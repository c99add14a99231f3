import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cpuOf, peakMemory } from './cpu.ts'

export interface MeasuredServer {
  origin: string
  /** CPU of its process so far, in milliseconds. */
  cpu(): number
  /** Part of that for drawing and packing papers; 0 for the floor, which makes none. */
  paperCpu(): Promise<number>
  /** Peak of resident memory, in MiB. */
  peakMemory(): number
  stop(): Promise<void>
}

export const authSecret = 'a secret of the bench that is long enough for it'
const projectRoot = path.resolve(import.meta.dirname, '../..')
/** Milliseconds until the server must answer. The first start migrates and seeds. */
const startTimeoutMs = 90_000

/** Starts the product as `npm start` does: built bundle, shipped limits, access log to /dev/null, one proxy, no mail. */
export async function startProduct(
  databaseUrl: string,
  { workMode, profile, node }: { workMode: string; profile: string | null; node: string[] },
): Promise<MeasuredServer> {
  const port = await freePort()
  const environment = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: 'https://iq.example',
    AUTH_SECRET: authSecret,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@iq.example',
    PAYMENT_PROVIDER: 'monobank',
    MONOBANK_TOKEN: 'none',
    SELLER_NAME: 'ФОП Приклад',
    SELLER_ADDRESS: 'Київ',
    SELLER_EMAIL: 'p@iq.example',
    SELLER_PHONE: '+380 44 000 00 00',
    SELLER_TAX_NUMBER: '3012345678',
    TRUSTED_PROXIES: '1',
    WORK_MODE: workMode,
  }
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const clock = ['--import', './build/bench-server/paper-clock.js']
  return start([...profiling, ...clock, ...startCommand().toSpliced(-1, 0, ...node)], environment, port, '/readyz')
}

/** Arguments of `npm start` for node: its options, last the script. */
function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ').slice(1)
}

/** The product's recorded bytes, with which the floor replies. */
export interface Fixtures {
  /** For each test: the reply of exam-meta, the id and ticket in it, and the replies to the submission and about the result. */
  papers: { reply: string; attemptId: string; ticket: string; submitted: string; result: string }[]
}

/** Starts the smallest server that does the same work, in its own process. */
export async function startFloor(databaseUrl: string, fixtures: Fixtures): Promise<MeasuredServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-floor-'))
  const file = path.join(folder, 'fixtures.json')
  writeFileSync(file, JSON.stringify(fixtures))
  const port = await freePort()
  const environment = { NODE_ENV: 'production', DATABASE_URL: databaseUrl, PORT: String(port), FIXTURES: file }
  const server = await start(['build/bench-server/floor-server.js'], environment, port, '/healthz')
  rmSync(folder, { recursive: true })
  return server
}

async function start(
  args: string[],
  environment: Record<string, string>,
  port: number,
  readyPath: string,
): Promise<MeasuredServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-errors-'))
  const errors = path.join(folder, 'stderr')
  const child = spawn(process.execPath, args, {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', openSync('/dev/null', 'w'), openSync(errors, 'w'), 'ipc'],
  })
  const origin = `http://127.0.0.1:${port}`
  // Also when the bench itself breaks off: no server may keep using the machine.
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  try {
    await untilReady(child, origin + readyPath)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${args.at(-1)} does not start: ${readFileSync(errors, 'utf8').trim()}`, { cause: error })
  }
  const gone = once(child, 'exit')
  return {
    origin,
    cpu: () => cpuOf(child.pid!),
    async paperCpu() {
      if (!args.includes('--import')) return 0
      const portMessage = once(child, 'message') as Promise<[number]>
      child.send('how long?')
      return (await portMessage)[0]
    },
    peakMemory: () => peakMemory(child.pid!),
    async stop() {
      child.kill('SIGTERM')
      await gone
      process.off('exit', kill)
      const said = readFileSync(errors, 'utf8').trim()
      if (said !== '') console.error(said)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`)
    const reply = await fetch(url).catch(() => null)
    await reply?.arrayBuffer()
    if (reply?.ok) return
    await pause(50)
  }
  throw new Error(`it was not ready within ${startTimeoutMs} ms`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
