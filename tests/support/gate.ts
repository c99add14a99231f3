import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** An address in front of a server. It can fail and come back, as a stopped server or a lost network does. */
export interface Gate {
  /** http://127.0.0.1:PORT, the same for its whole life. */
  origin: string
  /** Breaks the open connections and leads new ones to this origin: another release of the same site. */
  leadTo(origin: string): void
  /** Loses all bytes on the open connections and ends none of them, as a machine does that lost its power. */
  fallSilent(): void
  /** Refuses new connections and breaks the open ones. */
  shut(): Promise<void>
  open(): Promise<void>
}

/** Opens a gate that leads to `target`, an origin on loopback. */
export async function openGate(target: string): Promise<Gate> {
  let port = Number(new URL(target).port)
  const sockets = new Set<Socket>()
  const join = (client: Socket) => {
    const upstream = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      // This gate breaks connections on purpose.
      socket.on('error', () => socket.destroy())
    }
    client.pipe(upstream).pipe(client)
  }
  const breakOff = () => {
    for (const socket of sockets) socket.destroy()
  }

  let server = await listen(0)
  async function listen(at: number): Promise<Server> {
    const listening = createServer(join).listen(at, '127.0.0.1')
    await once(listening, 'listening')
    return listening
  }
  const own = (server.address() as AddressInfo).port
  return {
    origin: `http://127.0.0.1:${own}`,
    leadTo(origin) {
      port = Number(new URL(origin).port)
      breakOff()
    },
    fallSilent() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    async shut() {
      const closed = once(server, 'close')
      server.close()
      breakOff()
      await closed
    },
    async open() {
      server = await listen(own)
    },
  }
}
