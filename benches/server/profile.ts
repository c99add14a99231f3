import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** The functions that took most of the newest CPU profile in a folder, without what they called: percent of all but idle time. */
export function dearestFunctions(folder: string, count: number): { percent: number; name: string; where: string }[] {
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .toSorted()
    .at(-1)
  if (newest === undefined) throw new Error(`there is no profile in ${folder}`)
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(path.join(folder, newest), 'utf8')) as CpuProfile
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, { name: string; where: string; time: number }>()
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
  return [...times.values()]
    .toSorted((a, b) => b.time - a.time)
    .slice(0, count)
    .map(({ name, where, time }) => ({ name, where, percent: (100 * time) / busy }))
}
