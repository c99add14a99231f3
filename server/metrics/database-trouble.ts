import { sqlStateOf } from '../db/sql-state.ts'

/** What PostgreSQL lacks, by SQLSTATE (PostgreSQL, appendix A): each is a matter for an operator, and not of one statement. */
export const troubles: Record<string, string> = {
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'too_many_connections',
  '25006': 'read_only',
  // A broken page or index: stop, and copy what there is before anything else.
  XX001: 'corrupted',
  XX002: 'corrupted',
}

/** What an error says that PostgreSQL lacks; null: nothing of that kind. */
export const troubleOf = (error: unknown): string | null => troubles[sqlStateOf(error)] ?? null
