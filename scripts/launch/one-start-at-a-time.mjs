import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inProject } from './project.mjs'
import { showProgress } from './progress.mjs'

/** Each running start has its own file here, and touches it. */
const folder = inProject('build/starting')
const touchEveryMs = 1000
/** Milliseconds after which an untouched file belongs to a dead start. Its process id may be another process's by then. */
const deadAfterMs = 15_000

/** Runs `work` alone in this folder: `npm ci` and the build remove files that another process may read. Says so if it waits. */
export async function oneStartAtATime(work) {
  if (!isWritable()) return work()
  const own = path.join(folder, `${process.pid}-${Date.now()}`)
  await untilOurs(own)
  const touching = setInterval(() => touch(own), touchEveryMs)
  const leave = () => rmSync(own, { force: true })
  // Ctrl-C during the work ends the process without the `finally` below.
  process.once('exit', leave)
  try {
    return await work()
  } finally {
    clearInterval(touching)
    process.removeListener('exit', leave)
    leave()
  }
}

/** A user without the right to write into build/ builds nothing there, and may still start what is built. */
function isWritable() {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function untilOurs(own) {
  let waiting = null
  while (!isOurs(own)) {
    waiting ??= showProgress('Waiting for another start from this folder')
    // A random pause: two starts that met both step back, and must not meet again for ever.
    await pause(100 + Math.random() * 400)
  }
  waiting?.done()
}

/** Each start writes its file before it looks again, so of two at least one sees the other's. They never run together. */
function isOurs(own) {
  if (isAnotherThere(own)) return false
  writeFileSync(own, '')
  if (!isAnotherThere(own)) return true
  rmSync(own)
  return false
}

function isAnotherThere(own) {
  return readdirSync(folder)
    .map((name) => path.join(folder, name))
    .some((file) => file !== own && isAlive(file))
}

function isAlive(file) {
  const touchedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (touchedAt === undefined) return false
  if (Date.now() - touchedAt < deadAfterMs) return true
  rmSync(file, { force: true })
  return false
}

function touch(file) {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // Another start took this one for dead and removed the file. The work continues without it.
  }
}
