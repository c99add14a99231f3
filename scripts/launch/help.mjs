import { readFileSync } from 'node:fs'

/** Prints the script's leading comment, with its options, for `--help` or `-h`, and ends the process. Reads nothing else. */
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
