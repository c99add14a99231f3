import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')

interface Locked {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
}
/** Requested packages of a folder, and those of its lock file. */
function packagesOf(folder: string) {
  const own = JSON.parse(read(path.join(folder, 'package.json')))
  const locked = Object.entries<Locked>(JSON.parse(read(path.join(folder, 'package-lock.json'))).packages)
  return { own, packages: locked.filter(([place]) => place !== '') }
}
/** The product's packages, and those of tools/, which only their commands install. */
const everything = [packagesOf('.'), packagesOf('tools')]
const { packages } = everything[0]!
const nameOf = ([place, { name }]: [string, Locked]) => name ?? place.split('node_modules/').at(-1)!
const exact = /^\d+\.\d+\.\d+(-[\w.-]+)?$/

describe('packages', () => {
  it('[S47] the project requests packages in exact versions: no range, no tag, no address', () => {
    let count = 0
    for (const { own, packages } of everything) {
      const asked = Object.entries({ ...own.dependencies, ...own.devDependencies })
      count += asked.length
      expect(asked.filter(([, version]) => !exact.test(String(version)))).toEqual([])
      const locked = new Map(packages.map(([place, { version }]) => [place, version]))
      for (const [name, version] of asked) expect([name, locked.get(`node_modules/${name}`)]).toEqual([name, version])
    }
    expect(count).toBeGreaterThan(50)
  })

  it('[S47] every package is in the lock file with a SHA-512, and from the registry alone', () => {
    expect(packages.length).toBeGreaterThan(500)
    const all = everything.flatMap((each) => each.packages)
    const strange = all.filter(([, { version, integrity, resolved, link }]) => {
      const isOfTheRegistry = resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
      return !exact.test(version ?? '') || !/^sha512-[\w+/]{86}==/.test(integrity ?? '') || !isOfTheRegistry || link
    })
    expect(strange.map(([place]) => place)).toEqual([])
  })

  it('[S47] every `latest` that a package requests is overridden with an exact version', () => {
    for (const { own, packages } of everything) {
      const floating = packages.flatMap(([place, { dependencies = {} }]) =>
        Object.entries(dependencies)
          .filter(([, version]) => /^(latest|next|https?:|git|github:|file:)/.test(version))
          .map(([name]) => [place.split('node_modules/').at(-1)!, name] as const),
      )
      for (const [parent, name] of floating) {
        expect([parent, name, own.overrides[parent]?.[name]]).toEqual([parent, name, expect.stringMatching(exact)])
      }
    }
  })

  it('[S47] no package runs a script at its installation: those that have one are named, and none of them is allowed', () => {
    const named = everything.map(({ own, packages }) => {
      const { allowScripts = {}, scripts = {} } = own
      const scripted = new Set(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(nameOf))
      expect([...scripted].filter((name) => allowScripts[name] !== false)).toEqual([])
      expect(Object.values(allowScripts)).not.toContain(true)
      const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish']
      expect(hooks.filter((hook) => scripts[hook] !== undefined)).toEqual([])
      return scripted.size
    })
    expect(named[0]).toBeGreaterThan(0)
  })

  it.each(['start', 'test'])(
    '[S47] npm %s installs packages from the lock file alone and without scripts, also by an npm that knows no allowScripts',
    (command) => {
      const clone = mkdtempSync(path.join(tmpdir(), 'clone-'))
      try {
        for (const part of ['package.json', 'package-lock.json', 'scripts']) {
          cpSync(path.join(project, part), path.join(clone, part), { recursive: true })
        }
        const asked = path.join(clone, 'asked')
        const npm = `#!/bin/sh\necho "$@" >>'${asked}'\necho 'npm error of the test' >&2\nexit 1\n`
        writeFileSync(path.join(clone, 'npm'), npm, { mode: 0o755 })
        const { status } = spawnSync(process.execPath, [`scripts/${command}.mjs`], {
          cwd: clone,
          env: { PATH: `${clone}:${process.env.PATH}`, HOME: clone },
        })
        expect(status).toBe(1)
        const calls = readFileSync(asked, 'utf8').trim().split('\n')
        // A machine without a browser fetches one more package, with a browser.
        const installs = calls.filter((call) => !/^pack @sparticuz\/chromium@[\d.]+ /.test(call))
        expect(installs).toEqual([expect.stringMatching(/^ci /)])
        expect(calls.filter((call) => !call.includes(' --ignore-scripts '))).toEqual([])
      } finally {
        rmSync(clone, { recursive: true, force: true })
      }
    },
  )

  it('[S47] a bill of materials lists every package with its digests, without the network @full', () => {
    const { stdout } = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--offline'], {
      cwd: project,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    const { components } = JSON.parse(stdout) as { components: { name: string; version: string; hashes?: unknown[] }[] }
    const named = new Set(components.map(({ name, version }) => `${name}@${version}`))
    const missing = packages.filter((entry) => !named.has(`${nameOf(entry)}@${entry[1].version}`))
    expect(missing.map(([place]) => place)).toEqual([])
    expect(components.filter(({ hashes }) => !hashes?.length)).toEqual([])
  })
})
