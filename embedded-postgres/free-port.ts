import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** The loopback port of the last start if it is free, else any free one; remembers it in the file. */
export async function choosePort(portFile: string): Promise<number> {
  const port = (await tryPort(rememberedPort(portFile))) ?? (await tryPort(0))
  if (port === null) throw new Error('no free loopback port')
  writeFileSync(portFile, `${port}\n`)
  return port
}

function rememberedPort(portFile: string): number {
  try {
    const port = Number(readFileSync(portFile, 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0
  } catch {
    return 0
  }
}

function tryPort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.on('error', () => resolve(null))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : null
      probe.close(() => resolve(port))
    })
  })
}
