import { readFileSync } from 'node:fs'

/** Reads the settings of a systemd unit, each with all of its values, by section and name: `Service.ExecStart`. */
export function readUnit(file: string): Map<string, string[]> {
  const settings = new Map<string, string[]>()
  let section = ''
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) continue
    const heading = /^\[(\w+)\]$/.exec(text)
    if (heading !== null) {
      section = heading[1]!
      continue
    }
    const at = text.indexOf('=')
    if (at < 1) throw new Error(`no setting in ${file}: ${line}`)
    const name = `${section}.${text.slice(0, at)}`
    settings.set(name, [...(settings.get(name) ?? []), text.slice(at + 1)])
  }
  return settings
}

/** Variables that the `Environment=` lines of a unit set, with `instance` for %i. */
export function environmentOf(unit: Map<string, string[]>, instance: string): Record<string, string> {
  const pairs = (unit.get('Service.Environment') ?? []).flatMap((line) => line.replaceAll('%i', instance).split(' '))
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))
}

/** Reads the variables of a file like /etc/iq/environment. */
export function readVariables(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(
    lines
      .filter((line) => /^[A-Z][A-Z0-9_]*=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).replaceAll('"', '')]),
  )
}
