import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inProject } from './project.mjs'
import { showProgress } from './progress.mjs'

/** Each start under way has a file of its own in it, which it touches while it lives. */
const folder = inProject('build/starting')
const touchEveryMs = 1000
/**
 * A file that was not touched for so long is of a start that was killed. Its process's number would not tell: after a
 * restart, or in another container, another process may have it.
 */
const deadAfterMs = 15_000

/**
 * Runs `work` while no other start from this folder runs its own: `npm ci` and the build remove what they make again, under
 * a process that reads it. A start that has to wait says so.
 */
export async function oneStartAtATime(work) {
  if (!isWritable()) return work()
  const own = path.join(folder, `${process.pid}-${Date.now()}`)
  await untilOurs(own)
  const touching = setInterval(() => touch(own), touchEveryMs)
  const leave = () => rmSync(own, { force: true })
  // A Ctrl-C during the work ends the process without coming back here.
  process.once('exit', leave)
  try {
    return await work()
  } finally {
    clearInterval(touching)
    process.removeListener('exit', leave)
    leave()
  }
}

/** A user who may not write into build/ builds nothing there either, and may still start what is built. */
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
    // At random: two that came at the same moment both step back, and must not meet again for ever.
    await pause(100 + Math.random() * 400)
  }
  waiting?.done()
}

/** Of two that look at once at least one sees the other's file, for each writes before it looks: never are both in. */
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
    // Gone: another start took this one for dead and removed it. The work continues as it did before there were such files.
  }
}
