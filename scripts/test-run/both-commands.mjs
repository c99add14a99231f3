import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Obstacle, projectRoot } from '../launch/project.mjs'
import { chooseNodes, fetchNode, whyNoOtherNodes, withNode } from './other-nodes.mjs'

/** A start installs the packages and builds. It counts as failed after this time. */
const mostMinutesToStart = 10

/** Plays `npm start` and `npm test` in a clone of the last commit for each Node. Returns the exit code. Throws an Obstacle. */
export async function playBothCommands(majors) {
  const missing = whyNoOtherNodes()
  if (missing !== null) throw new Obstacle(missing)
  const outcomes = []
  for (const node of chooseNodes(majors, { all: true })) {
    const clone = mkdtempSync(path.join(tmpdir(), `node-${node.major}-`))
    try {
      git(['clone', '--quiet', projectRoot, clone])
      const env = withNode(await fetchNode(node), { ...process.env, PORT: '0', npm_execpath: '' })
      console.log(`\nNode ${node.version}: npm start`)
      const started = await startAndStop(clone, env)
      console.log(`\nNode ${node.version}: npm test`)
      const code = await ended(spawn('npm', ['test'], { cwd: clone, env, stdio: ['ignore', 'inherit', 'inherit'] }))
      outcomes.push({ version: node.version, started, tested: code === 0 })
    } finally {
      rmSync(clone, { recursive: true, force: true })
    }
  }
  console.log('')
  const word = (isWell) => (isWell ? 'works' : 'FAILED')
  for (const { version, started, tested } of outcomes) {
    console.log(`Node ${version}: npm start ${word(started)}, npm test ${word(tested)}`)
  }
  return outcomes.every(({ started, tested }) => started && tested) ? 0 : 1
}

function git(args) {
  const { status, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Obstacle(`git ${args[0]} failed: ${(stderr ?? '').trim()}`)
}

const ended = async (child) => (await once(child, 'close'))[0]

/** Whether `npm start` prints a working address and ends on request. Shows its output: a warning there reaches newcomers. */
async function startAndStop(clone, env) {
  const child = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM')
  const limit = setTimeout(stop, mostMinutesToStart * 60_000)
  const end = ended(child)
  let isReady = false
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line)
    const [address] = /http:\/\/\S+/.exec(line) ?? []
    if (address === undefined || isReady) continue
    isReady = (await fetch(new URL('/readyz', address))).ok
    stop()
  }
  clearTimeout(limit)
  await end
  return isReady
}
