import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

export interface VirtualDisplay {
  /** `:N`, for DISPLAY. */
  name: string
  stop(): Promise<void>
}

/** A virtual screen, for a browser that needs one. */
export async function startVirtualDisplay(): Promise<VirtualDisplay> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const [number] = await Promise.race([
    once(child.stdio[3] as Readable, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error(`Xvfb ended at once: ${complaint}`))),
  ])
  return {
    name: `:${String(number).trim()}`,
    async stop() {
      const gone = once(child, 'exit')
      // Not SIGKILL: SIGTERM also removes the display's socket.
      child.kill('SIGTERM')
      await gone
    },
  }
}
