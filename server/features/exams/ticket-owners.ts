import { LRUCache } from 'lru-cache'
import type { Queries } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'

/**
 * The owners of the tickets that this process has given out or seen. Bounded. No entry goes stale: a ticket never changes its
 * attempt, nor an attempt its owner. The id may belong to an erased account. Lookups by it find nothing.
 */
export interface TicketOwners {
  /** The owner's id; undefined if this process does not know the ticket. */
  known(ticketHash: string): string | undefined
  /** The owner's id, read from the database; null if there is no such ticket. */
  read(queries: Queries, ticketHash: string): Promise<string | null>
  keep(ticketHash: string, ownerId: string): void
}

declare module '../../services.ts' {
  interface Services {
    ticketOwners: TicketOwners
  }
}

/** Some 200 bytes each. */
const mostKept = 50_000

const readOwner = prepared<{ ownerId: string }>(
  'ticket_owner',
  'select user_id as "ownerId" from attempts where ticket_hash = $1',
)

export function createTicketOwners(): TicketOwners {
  const owners = new LRUCache<string, string>({ max: mostKept })
  return {
    known: (ticketHash) => owners.get(ticketHash),
    async read(queries, ticketHash) {
      const [row] = await readOwner(queries, ticketHash)
      if (row !== undefined) owners.set(ticketHash, row.ownerId)
      return row?.ownerId ?? null
    },
    keep: (ticketHash, ownerId) => void owners.set(ticketHash, ownerId),
  }
}
