import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, readlinkSync } from 'node:fs'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/**
 * Loaded into each thread of the measured server first (`node --import`). Counts the CPU that the process spends on papers and
 * sends it to the parent on request, in ms. A drawing thread does nothing else, so all of it counts, without V8's helper threads;
 * of the serving thread, the time between two messages counts.
 */
const newThreads = new BroadcastChannel('drawing threads of the measured server')
// An open channel must not keep the process alive.
newThreads.unref()
if (isMainThread) countInServer()
else newThreads.postMessage(readlinkSync('/proc/thread-self'))

function countInServer(): void {
  /** Folders of /proc: PID/task/TID. */
  const drawing: string[] = []
  newThreads.onmessage = (message: unknown) => void drawing.push((message as { data: string }).data)

  let spentUs = 0
  let since: number | null = null
  subscribe('iq.paper-work', (word) => {
    if (word === 'begins') {
      since = cpuUs()
    } else if (since !== null) {
      spentUs += cpuUs() - since
      since = null
    }
  })

  process.on('message', () =>
    process.send!(spentUs / 1000 + drawing.reduce((sum, thread) => sum + cpuOfThread(thread), 0)),
  )
  process.channel?.unref()
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** CPU of a thread in ms; 0 for an ended one. */
function cpuOfThread(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
