import { readdirSync, readFileSync } from 'node:fs'

/** A clock tick of /proc/PID/stat in nanoseconds: USER_HZ is 100 on every Linux that runs Node. */
const tick = 10_000_000n

/**
 * CPU milliseconds of a process and all its descendants since their start. Reads a living process in nanoseconds from its
 * threads' /proc/PID/task/TID/schedstat. An ended process is counted whole in its parent's cutime and cstime, so the difference
 * of two readings also includes processes that ended in between. Linux only.
 */
export function cpuOf(root: number): number {
  const tree = descendants(root)
  const waited = () => tree.reduce((sum, pid) => sum + waitedFor(pid), 0n)
  for (let before = waited(); ; ) {
    const living = tree.reduce((sum, pid) => sum + ownTime(pid), 0n)
    const after = waited()
    // A process that ended during the reading would be counted twice or not at all. Then it is read again.
    if (after === before) return Number(living + after) / 1e6
    before = after
  }
}

/** Peak of a process's resident memory since its start, or since `forgetPeak`, in MiB. */
export function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

function descendants(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = statOf(Number(name))
    if (stat === null) continue
    const parent = Number(stat[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found = [root]
  for (const pid of found) found.push(...(children.get(pid) ?? []))
  return found
}

/** The fields of /proc/PID/stat from the third (state) on; null for an ended process. */
function statOf(pid: number): string[] | null {
  const text = textOf(`/proc/${pid}/stat`)
  // The program's name, in parentheses, may hold any characters.
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function ownTime(pid: number): bigint {
  let sum = 0n
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const text = textOf(`/proc/${pid}/task/${thread}/schedstat`)
      if (text !== null) sum += BigInt(text.split(' ')[0]!)
    }
  } catch {
    return 0n
  }
  return sum
}

function waitedFor(pid: number): bigint {
  const stat = statOf(pid)
  return stat === null ? 0n : (BigInt(stat[13]!) + BigInt(stat[14]!)) * tick
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
