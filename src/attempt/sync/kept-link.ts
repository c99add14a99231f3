import { createEmitter } from '../../concurrency/emitter.ts'

/** In memory: the address of a letter's link may hold a secret, and the letter still has it after a reload. */
let kept: string | null = null
const changed = createEmitter()

/** The address on this site that was opened while this window sat an exam, and waits to be opened; null where none does. */
export const keptLink = () => kept

export const subscribeKeptLink = changed.subscribe

/** Only the last one waits: who opens two means the second. */
export function keepLink(path: string): void {
  kept = path
  changed.emit()
}

export function forgetLink(): void {
  kept = null
  changed.emit()
}
