import { subscribe } from 'node:diagnostics_channel'

/**
 * Loaded into the measured server before all else (`node --import`): counts the CPU of what that process itself does for
 * papers, as warm as it then is, and tells it in milliseconds whenever its parent asks.
 */
let spentUs = 0
let since: number | null = null

function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

subscribe('iq.paper-work', (message) => {
  if (message === 'begins') {
    since = cpuUs()
  } else if (since !== null) {
    spentUs += cpuUs() - since
    since = null
  }
})

process.on('message', () => process.send!(spentUs / 1000))
// A parent that may ask is no reason to continue.
process.channel?.unref()
