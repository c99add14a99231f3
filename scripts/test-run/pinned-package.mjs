import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findNpm } from '../launch/install.mjs'
import { Obstacle } from '../launch/project.mjs'
import { runQuietly } from '../launch/run-quietly.mjs'

/** Bytes of a tarball from npm. Throws an Obstacle without it, or if `integrity` (`npm view … dist.integrity`) differs. */
export async function fetchPinned({ name, version, integrity }, folder) {
  const { program, prefix } = findNpm()
  const wanted = `${name}@${version}`
  const { ok, output } = await runQuietly(
    program,
    [...prefix, 'pack', wanted, '--pack-destination', folder, '--ignore-scripts', '--loglevel=error'],
    { timeoutMs: 600_000 },
  )
  const tarball = readdirSync(folder).find((file) => file.endsWith('.tgz'))
  if (ok && tarball !== undefined) {
    const file = path.join(folder, tarball)
    const bytes = readFileSync(file)
    rmSync(file)
    const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    if (found !== integrity) throw new Obstacle(`${name} ${version} is not what was pinned: ${found}`)
    return bytes
  }
  const reason = /npm error (?:code )?(\S[^\n]*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1)
  throw new Obstacle(`npm could not fetch ${wanted}: ${reason}`)
}
