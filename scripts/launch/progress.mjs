const PLAIN_EVERY_MS = 10_000

/** Shows a step's seconds: one rewritten line in a terminal, else a line every ten seconds. Returns a function that ends it. */
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
