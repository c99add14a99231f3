import pino, { type DestinationStream } from 'pino'
import { harmless } from './for-terminal.ts'

/** Milliseconds that a line may wait for others: a write of its own takes another thread's turn, 7 % of a saved answer. */
const gatherMs = 100
/** Bytes that are written without waiting. */
const gatherBytes = 4096

/**
 * Standard output, to which lines are written together: those of 100 ms, or 4 kB sooner. A process that ends by itself, by
 * an error or by a signal that it handles writes what is left first; one that is killed takes so much of its log along.
 */
export function logDestination(fd = 1): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ dest: fd, sync: false, minLength: gatherBytes })
  let timer: NodeJS.Timeout | undefined
  return {
    write(line) {
      // People read it in a terminal, and much of it was said by others.
      output.write(harmless(line))
      timer ??= setTimeout(() => {
        timer = undefined
        output.flush()
      }, gatherMs).unref()
    },
    // pino asks for it after a fatal line.
    flushSync: () => output.flushSync(),
  }
}
