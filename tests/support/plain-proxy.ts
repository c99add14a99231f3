import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

export interface PlainProxy {
  port: number
  close(): Promise<void>
}

/** Bytes that a slowed connection carries at a time. */
const slowly = 256

/**
 * Starts a TCP proxy. Each connection goes to the next of these loopback ports or, if nothing listens there, to the one after
 * it. `ports` is called for each connection. A break on one side breaks the other. `upBytesPerSecond` limits what a
 * connection sends to the ports; replies are never slowed.
 */
export async function startPlainProxy(
  ports: () => readonly number[],
  upBytesPerSecond = Number.POSITIVE_INFINITY,
): Promise<PlainProxy> {
  const open = new Set<Socket>()
  let turn = 0

  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }

  function carry(from: Socket, candidates: number[]): void {
    const [port, ...others] = candidates
    if (port === undefined) return void from.destroy()
    const to = connect({ port, host: '127.0.0.1', noDelay: true })
    keep(to)
    to.once('error', () => {
      if (to.bytesRead === 0 && to.bytesWritten === 0) carry(from, others)
      else from.destroy()
    })
    to.once('connect', () => {
      if (upBytesPerSecond === Number.POSITIVE_INFINITY) from.pipe(to)
      else from.pipe(slowedDown(upBytesPerSecond)).pipe(to)
      to.pipe(from)
      from.once('close', () => to.destroy())
      to.once('close', () => from.destroy())
    })
  }

  // Bytes leave immediately, as they leave their sender.
  const server = createServer({ noDelay: true }, (from) => {
    keep(from)
    const all = ports()
    turn += 1
    carry(
      from,
      all.map((_, n) => all[(turn + n) % all.length]!),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** Limits the rate by pauses. If a busy machine makes one pause too long, the next one is shorter. */
function slowedDown(bytesPerSecond: number): Transform {
  let freeAt = 0
  return new Transform({
    highWaterMark: slowly,
    async transform(chunk: Buffer, _encoding, done) {
      freeAt = Math.max(freeAt, performance.now())
      for (let at = 0; at < chunk.length && !this.destroyed; at += slowly) {
        const part = chunk.subarray(at, at + slowly)
        freeAt += (part.length / bytesPerSecond) * 1_000
        await pause(Math.max(0, freeAt - performance.now()))
        this.push(part)
      }
      done()
    },
  })
}
