import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The network of one client: its link to the server can die as a radio does. */
export interface RadioLink {
  /** The server's origin over this link. */
  readonly origin: string
  /** Runs a script (ESM) in this network, with an IPC channel to this process. */
  run(script: string, ...args: string[]): ChildProcess
  /** Loses all packets from now on, without a reset or an error. The kernel retries more and more rarely. */
  die(): void
  comeBack(): void
}

/** Returns why this machine cannot create networks, or null. */
export function noNetworksBecause(): string | null {
  if (process.platform !== 'linux') return 'network namespaces are Linux'
  if (process.getuid?.() !== 0) return 'network namespaces need root'
  const probe = `iq${process.pid}probe`
  try {
    ip('netns', 'add', probe)
    ip('netns', 'del', probe)
    return null
  } catch (error) {
    return `\`ip netns\` does not work here: ${String(error).split('\n')[0]}`
  }
}

/**
 * Opens `count` client networks. Each is linked to the network of a server whose connections are forwarded to `target`, an
 * origin on this machine's loopback. The machine's own network is not touched. `heard` gets what clients send, as it arrives.
 */
export async function openRadioLinks(target: string, count: number, heard: (text: string) => void) {
  const servers = `iq${process.pid}s`
  const names = [servers, ...Array.from({ length: count }, (_, index) => `iq${process.pid}c${index}`)]
  const folder = mkdtempSync(path.join(tmpdir(), 'iq-radio-'))
  const children: ChildProcess[] = []
  const handOn = createServer((from) => join(from, connect(Number(new URL(target).port), '127.0.0.1'), heard))
  const close = async () => {
    for (const child of children) child.kill('SIGKILL')
    await Promise.all(children.map(ended))
    handOn.close()
    for (const name of names) ip('netns', 'del', name)
    rmSync(folder, { recursive: true, force: true })
  }
  const inNetwork = (name: string, args: readonly string[]) => {
    const child = spawn('ip', ['netns', 'exec', name, process.execPath, ...args], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    children.push(child)
    return child
  }

  for (const name of names) ip('netns', 'add', name)
  const links = names.slice(1).map((name, index): RadioLink => {
    const [there, here] = [`10.231.${index}.1`, `10.231.${index}.2`]
    ip('link', 'add', `s${index}`, 'netns', servers, 'type', 'veth', 'peer', 'name', 'radio', 'netns', name)
    ip('-n', servers, 'addr', 'add', `${there}/30`, 'dev', `s${index}`)
    ip('-n', servers, 'link', 'set', `s${index}`, 'up')
    ip('-n', name, 'addr', 'add', `${here}/30`, 'dev', 'radio')
    ip('-n', name, 'link', 'set', 'radio', 'up')
    const [{ address }] = JSON.parse(ip('-j', '-n', servers, 'link', 'show', `s${index}`)) as [{ address: string }]
    const neighbour = (mac: string) =>
      ip('-n', name, 'neigh', 'replace', there, 'lladdr', mac, 'dev', 'radio', 'nud', 'permanent')
    return {
      origin: `http://${there}:8080`,
      run: (script, ...args) => inNetwork(name, [script, ...args]),
      die: () => neighbour('02:00:00:00:00:99'),
      comeBack: () => neighbour(address),
    }
  })

  const socket = path.join(folder, 'handed-on')
  handOn.listen(socket)
  await once(handOn, 'listening')
  const listener = inNetwork(servers, ['-e', listening, socket])
  await once(listener, 'message')
  return { links, close }
}

/** Runs in the server's network: the kernel's TCP with the clients ends here, and their bytes are forwarded as they come. */
const listening = `
  const net = require('node:net')
  net.createServer({ allowHalfOpen: true }, (from) => {
    const to = net.connect({ path: process.argv[1], allowHalfOpen: true })
    for (const one of [from, to]) one.on('error', () => { from.destroy(); to.destroy() })
    from.pipe(to).pipe(from)
  }).listen(8080, '0.0.0.0', () => process.send('listening'))
`

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function join(from: Socket, to: Socket, heard: (text: string) => void): void {
  for (const one of [from, to]) {
    one.on('error', () => {
      from.destroy()
      to.destroy()
    })
  }
  from.on('data', (bytes) => heard(bytes.toString()))
  from.pipe(to).pipe(from)
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8' })
}
