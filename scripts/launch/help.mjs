import { readFileSync } from 'node:fs'

/** `--help` or `-h` prints the comment that a script begins with, its options, and ends the process; nothing else is read. */
export function helpWhenAsked(script) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  const lines = readFileSync(script, 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  console.log(
    lines
      .slice(0, end)
      .map((line) => line.replace(/^\/\/ ?/, ''))
      .join('\n'),
  )
  process.exit()
}
