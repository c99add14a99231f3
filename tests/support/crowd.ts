import type { TestServer } from './build-server.ts'
import { Person } from './person.ts'

/** How many do the same thing at once. */
export const crowdSize = 25

/** The same person, signed in as before, talking to another server process. */
export function through(server: { origin: string }, person: Person): Person {
  const other = new Person({ ...person.server, origin: server.origin })
  other.access = person.access
  other.userId = person.userId
  other.email = person.email
  return other
}

/** Does one thing 25 times at once, through these servers by turns, and gives the replies in the order of the askers. */
export function allAtOnce<T>(servers: readonly TestServer[], act: (server: TestServer, asker: number) => Promise<T>) {
  return Promise.all(Array.from({ length: crowdSize }, (_, asker) => act(servers[asker % servers.length]!, asker)))
}
