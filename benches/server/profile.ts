import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Functions with the most self time in the newest process's CPU profiles of both threads, per cent of non-idle time. */
export function dearestFunctions(folder: string, count: number): { percent: number; name: string; where: string }[] {
  const times = new Map<string, { name: string; where: string; time: number }>()
  let busy = 0
  for (const profile of newestProfiles(folder)) busy += addTimes(times, profile)
  return [...times.values()]
    .toSorted((a, b) => b.time - a.time)
    .slice(0, count)
    .map(({ name, where, time }) => ({ name, where, percent: (100 * time) / busy }))
}

/** Node calls them CPU.DATE.TIME.PID.THREAD.NUMBER.cpuprofile. */
function newestProfiles(folder: string): CpuProfile[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .toSorted()
  const processOf = (name: string) => name.split('.')[3]
  const newest = names.at(-1)
  if (newest === undefined) throw new Error(`there is no profile in ${folder}`)
  return names
    .filter((name) => processOf(name) === processOf(newest))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as CpuProfile)
}

/** Adds each function's time to `times`. Returns the time that was not idle. */
function addTimes(
  times: Map<string, { name: string; where: string; time: number }>,
  { nodes, samples, timeDeltas }: CpuProfile,
): number {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  let busy = 0
  samples.forEach((id, n) => {
    const { functionName, url, lineNumber } = frames.get(id)!
    if (functionName === '(idle)') return
    const where = `${url.replace(/^.*\/(node_modules|build)\//, '$1/')}:${lineNumber + 1}`
    const key = `${functionName} ${where}`
    const entry = times.get(key) ?? { name: functionName || '(anonymous)', where, time: 0 }
    entry.time += timeDeltas[n]!
    busy += timeDeltas[n]!
    times.set(key, entry)
  })
  return busy
}
