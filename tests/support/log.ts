import type { TestServer } from './build-server.ts'

/** Redirects the server's log into the returned array, from now on and nowhere else. */
export function listenToLog({ app }: TestServer): string[] {
  const lines: string[] = []
  // pino keeps its stream under a symbol of its own; child loggers inherit it.
  const log = app.log as unknown as Record<symbol, { write(line: string): void }>
  const stream = Object.getOwnPropertySymbols(log).find((symbol) => symbol.description === 'pino.stream')
  log[stream!]!.write = (line) => void lines.push(line)
  return lines
}
