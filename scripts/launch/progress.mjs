const PLAIN_EVERY_MS = 10_000

/**
 * Shows that a step is under way, with its elapsed seconds: one line that is rewritten in a terminal, a line every ten
 * seconds elsewhere. Returns what to call at its end.
 */
export function showProgress(title) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const live = process.stdout.isTTY
  if (live) process.stdout.write(`${title}…`)
  else console.log(`${title}…`)
  const timer = setInterval(
    () => (live ? process.stdout.write(`\r${title}… ${seconds()} s`) : console.log(`${title}… ${seconds()} s`)),
    live ? 1000 : PLAIN_EVERY_MS,
  )
  return {
    done(outcome = 'done') {
      clearInterval(timer)
      const line = `${title}: ${outcome} (${seconds()} s)`
      console.log(live ? `\r${line.padEnd(title.length + 10)}` : line)
    },
  }
}
