import { soon } from '../../concurrency/with-timeout.ts'
import { createEmitter } from '../../concurrency/emitter.ts'

/**
 * A Web Lock that tells every tab and the service worker that somebody sits an exam. It dies with its tab, so a crash never
 * leaves it behind. This file touches nothing of the window: the worker loads it too.
 */
const examLock = 'exam-active'

/** Holds the lock (shared: several tabs may) until the returned function is called. */
export function holdExamLock(): () => void {
  if (!('locks' in navigator)) return () => undefined
  let release: () => void = () => undefined
  const exam = new Promise<void>((resolve) => {
    release = resolve
  })
  // No limit: the request ends when the exam does. A browser that forbids storage forbids locks as well.
  void navigator.locks.request(examLock, { mode: 'shared' }, () => exam).catch(() => undefined)
  return release
}

/** Whether an exam is open in any tab of this browser: true where the locks cannot be read, false where there are none. */
export async function isExamActive(): Promise<boolean> {
  if (!('locks' in navigator)) return false
  try {
    const { held } = await soon(navigator.locks.query())
    return held?.some((lock) => lock.name === examLock) ?? false
  } catch {
    return true
  }
}

/** Whether this path is an exam or training page, where no toast may cover the fixed button at the bottom. */
export function isAttemptPage(page: string): boolean {
  return /^\/(exam|learning)\/(?!test-result\/)/.test(page)
}

/** In memory: the address of a letter's link may hold a secret, and the letter still has it after a reload. */
let kept: string | null = null
const changed = createEmitter()

/** The address on this site that was opened while this window sat an exam, and waits to be opened; null where none does. */
export const keptLink = () => kept

export const subscribeKeptLink = changed.subscribe

/** Only the last one waits: a person who opens two means the second. */
export function keepLink(path: string): void {
  kept = path
  changed.emit()
}

export function forgetLink(): void {
  kept = null
  changed.emit()
}
