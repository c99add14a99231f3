import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Long enough for a first start from a slow disk, during other work. */
const TIMEOUT_MS = 30_000
const QUIET = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--no-first-run',
]

/**
 * Starts a browser and lets it open a page, through DevTools' pipe: an installed browser may lack a library, and only one that
 * replies counts. Returns `version`, such as `HeadlessChrome/153.0.8010.0`, and `isShell`: a headless shell has no windows.
 * Rejects with the reason.
 */
export async function askChromium(file) {
  const profile = mkdtempSync(path.join(tmpdir(), 'asked-chromium-'))
  const child = spawn(file, ['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...QUIET], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  let timer
  try {
    return await Promise.race([
      lookAt(talkTo(child)),
      failureOf(child),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
      }),
    ])
  } finally {
    clearTimeout(timer)
    await ended(child)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function lookAt(call) {
  const { product } = await call('Browser.getVersion')
  const { targetId } = await call('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
  const { result } = await call('Runtime.evaluate', { expression: 'typeof chrome' }, sessionId)
  return { version: product, isShell: result.value === 'undefined' }
}

/** Calls of the protocol: JSON that ends with a zero byte, sent on descriptor 3, received on 4. */
function talkTo(child) {
  const waiting = new Map()
  let heard = ''
  child.stdio[4].setEncoding('utf8')
  child.stdio[4].on('data', (chunk) => {
    const messages = (heard + chunk).split('\0')
    heard = messages.pop()
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      if (error) waiting.get(id)?.reject(new Error(error.message))
      else waiting.get(id)?.resolve(result)
    }
  })
  // A dead browser breaks its pipes. Its `exit` event reports the death.
  for (const pipe of [child.stdio[3], child.stdio[4]]) pipe.on('error', () => undefined)
  let last = 0
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      child.stdio[3].write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
    })
}

function failureOf(child) {
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4000)
  })
  return new Promise((_, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(said.trim().split('\n').at(-1) || 'it ended at once')))
  })
}

async function ended(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await gone
}
