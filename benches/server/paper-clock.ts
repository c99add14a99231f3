import { subscribe } from 'node:diagnostics_channel'
import { readFileSync, readlinkSync } from 'node:fs'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/**
 * Loaded into each thread of the measured server before all else (`node --import`): counts the CPU of what that process itself does
 * for papers, as warm as it then is, and tells it in milliseconds whenever its parent asks. A drawing thread does nothing else, so
 * all of it counts, without what V8 does for it in threads of its own; of the serving thread, what it does between two words.
 */
const newThreads = new BroadcastChannel('drawing threads of the measured server')
// A parent or a thread that may speak is no reason to continue.
newThreads.unref()
if (isMainThread) countInServer()
else newThreads.postMessage(readlinkSync('/proc/thread-self'))

function countInServer(): void {
  /** As folders of /proc: PID/task/TID. */
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

/** Milliseconds since it began; 0 for one that has ended. */
function cpuOfThread(thread: string): number {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}
