import path from 'node:path'

export const projectRoot = path.resolve(import.meta.dirname, '../..')

/** An absolute path inside the project. */
export const inProject = (...parts) => path.join(projectRoot, ...parts)

/** What a person can mend; its message is one clear line, and nothing else is printed. */
export class Obstacle extends Error {}

/** Runs `work`; an Obstacle ends the process with its line and exit code 1. */
export async function orExplain(work) {
  try {
    return await work()
  } catch (error) {
    console.error(error instanceof Obstacle ? `✗ ${error.message}` : error)
    process.exit(1)
  }
}
