import type { TestServer } from './build-server.ts'
import { Person } from './person.ts'

export const crowdSize = 25

/** The same person, signed in as before, talking to another server process. */
export function through(server: { origin: string }, person: Person): Person {
  const other = new Person({ ...person.server, origin: server.origin })
  other.access = person.access
  other.userId = person.userId
  other.email = person.email
  return other
}

/** Runs `act` 25 times at the same time, on these servers in turn. Resolves to the results in the order of the callers. */
export function allAtOnce<T>(servers: readonly TestServer[], act: (server: TestServer, asker: number) => Promise<T>) {
  return Promise.all(Array.from({ length: crowdSize }, (_, asker) => act(servers[asker % servers.length]!, asker)))
}
