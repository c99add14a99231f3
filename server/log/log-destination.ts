import pino, { type DestinationStream } from 'pino'
import { harmless } from './for-terminal.ts'

/** Milliseconds that a line may wait for others. A write for each would take turns of a thread, 7 % of a saved answer. */
const gatherMs = 100
/** Bytes. When so many wait, they are written immediately. */
const gatherBytes = 4096

/** Standard output, written every 100 ms or 4 kB. A process that ends by itself, an error or a handled signal writes the rest. */
export function logDestination(fd = 1): DestinationStream & { flushSync(): void } {
  const output = pino.destination({ dest: fd, sync: false, minLength: gatherBytes })
  let timer: NodeJS.Timeout | undefined
  return {
    write(line) {
      // People read the log in a terminal, and strangers wrote much of its text.
      output.write(harmless(line))
      timer ??= setTimeout(() => {
        timer = undefined
        output.flush()
      }, gatherMs).unref()
    },
    // pino calls it after a fatal line.
    flushSync: () => output.flushSync(),
  }
}
