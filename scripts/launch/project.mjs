import path from 'node:path'

export const projectRoot = path.resolve(import.meta.dirname, '../..')

export const inProject = (...parts) => path.join(projectRoot, ...parts)

/** A fault that a person can mend. Its message is one clear line, and nothing else is printed. */
export class Obstacle extends Error {}

/** Runs `work`. An Obstacle ends the process with its line and exit code 1. */
export async function orExplain(work) {
  try {
    return await work()
  } catch (error) {
    console.error(error instanceof Obstacle ? `✗ ${error.message}` : error)
    process.exit(1)
  }
}
