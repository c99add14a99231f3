import pg from 'pg'
import { serialize } from 'pg-protocol'

/** A statement that is kept under a name (`prepared.ts`). `isLast`: its transaction is to be committed with it. */
export interface NamedStatement {
  name: string
  text: string
  values: unknown[]
  isLast?: boolean
}

type Callback = (error: Error | null, result?: { rows: unknown[] }) => void

interface Column {
  name: string
  parse: (text: string) => unknown
}

/** What a connection has prepared, by name: each statement's text and the columns of its rows. */
type Prepared = Map<string, { text: string; columns: Column[] }>
const preparedOn = new WeakMap<pg.Connection, Prepared>()

/** Values as `pg` writes them; its types do not know of it. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } })
  .utils

/** `begin` and the like: named by their text, and without rows. */
const bare = (text: string): NamedStatement => ({ name: text, text, values: [] })

/**
 * One statement that its connection keeps under a name, with those that open or end a transaction around it, sent as one
 * piece and answered as one: PostgreSQL skips whatever follows an error, `commit` too, so either all of it was done or
 * it has failed. `pg` itself sends four messages for a statement and has its columns described again at each call; here
 * they are asked for the first time only (decision 0081). Whatever fails is prepared again the next time: also what the
 * connection has lost, or what a table's change has made unfit.
 */
export class PreparedCall implements pg.Submittable {
  // pg writes down by these what it has parsed, and tests see by them what is asked.
  name: string
  text: string
  values: unknown[]
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly callback: Callback
  readonly rows: unknown[] = []
  #statements: NamedStatement[] = []
  #columns: Column[][] = []
  #prepared: Prepared = new Map()
  #answered = 0
  #misread: Error | null = null

  constructor(
    { name, text, values }: NamedStatement,
    { before = [], after = [] }: { before?: readonly string[]; after?: readonly string[] },
    callback: Callback,
  ) {
    this.name = name
    this.text = text
    this.values = values
    this.before = before
    this.after = after
    this.callback = callback
  }

  /** An error that is returned has sent nothing. */
  submit(connection: pg.Connection): Error | null {
    this.#statements = [...this.before.map(bare), this, ...this.after.map(bare)]
    this.#prepared = preparedOn.get(connection) ?? new Map()
    preparedOn.set(connection, this.#prepared)
    try {
      const bytes = Buffer.concat([...this.#statements.flatMap((one) => this.#messagesOf(one)), serialize.sync()])
      // What can no longer be written to tells by its end.
      if (connection.stream.writable) connection.stream.write(bytes)
      return null
    } catch (error) {
      return error as Error
    }
  }

  #messagesOf({ name, text, values }: NamedStatement): Buffer[] {
    const known = this.#prepared.get(name)
    if (known !== undefined && known.text !== text) throw new Error(`"${name}" is the name of another statement`)
    this.#columns.push(known?.columns ?? [])
    const run = [serialize.bind({ statement: name, values, valueMapper: prepareValue }), serialize.execute()]
    if (known !== undefined) return run
    // A call that has failed may have left it there: to close what is not there is no error.
    const close = serialize.close({ type: 'S', name })
    return [close, serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), ...run]
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns[this.#answered] = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    try {
      this.#columns[this.#answered]!.forEach(({ name, parse }, index) => {
        const text = fields[index]!
        row[name] = text === null ? null : parse(text)
      })
    } catch (error) {
      this.#misread = error as Error
    }
    this.rows.push(row)
  }

  handleCommandComplete(): void {
    this.#answered += 1
  }

  /** Everything was done, and what it ended is committed. */
  handleReadyForQuery(): void {
    this.#statements.forEach(({ name, text }, index) => {
      if (!this.#prepared.has(name)) this.#prepared.set(name, { text, columns: this.#columns[index]! })
    })
    if (this.#misread === null) this.callback(null, this)
    else this.callback(this.#misread)
  }

  handleError(error: Error): void {
    for (const { name } of this.#statements) this.#prepared.delete(name)
    this.callback(error)
  }

  // None of these is asked for; pg calls them by their names.
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('nothing is copied here')
  }
  handleCopyData(): void {}
}

const isNamed = (statement: unknown): statement is NamedStatement =>
  typeof statement === 'object' && statement !== null && 'name' in statement && typeof statement.name === 'string'

const textOf = (statement: unknown): string => {
  if (typeof statement === 'string') return statement
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : ''
}

/** What waits for the statement after it: it can do nothing by itself, and fails only where the connection does. */
const opens = /^(begin|begin isolation level repeatable read read only|savepoint sp\d+|release savepoint sp\d+)$/
const nothing = { rows: [] }

/**
 * Sends what opens a transaction or a savepoint, or releases one, in one piece with the statement that comes next, and
 * `commit` with a statement that is the last: a round trip less for each. Nothing is told to be done before PostgreSQL has
 * said so of the whole piece, and where any of it fails, all of it has.
 */
export class PreparingClient extends pg.Client {
  /** In the order in which they were asked for. */
  #waiting: string[] = []
  /** The transaction has been committed with its last statement: its own `commit` has nothing left to do. */
  #isCommitted = false

  // The overloads of `query` go by its arguments, which are passed on as they came.
  override query(...given: unknown[]): never {
    return this.#query(given) as never
  }

  #query(given: unknown[]): unknown {
    const [statement] = given
    const text = textOf(statement)
    if (this.#isCommitted) return this.#end(text)
    if (opens.test(text)) {
      this.#waiting.push(text)
      return Promise.resolve(nothing)
    }
    if (isNamed(statement)) return this.#call(statement, given.find(isCallback))
    if (this.#waiting.length === 0) return this.#send(...given)
    return this.#open().then(() => this.#send(...given))
  }

  #call(statement: NamedStatement, callback: Callback | undefined): unknown {
    const around = { before: this.#waiting.splice(0), after: statement.isLast === true ? ['commit'] : [] }
    if (callback !== undefined) return this.#send(new PreparedCall(statement, around, callback))
    return new Promise((resolve, reject) => {
      const settle: Callback = (error, result) => {
        if (error !== null) return reject(error)
        this.#isCommitted = statement.isLast === true
        resolve(result)
      }
      this.#send(new PreparedCall(statement, around, settle))
    })
  }

  /** What waits, before a statement that is no prepared one: that one is not sent where this fails. */
  #open(): Promise<unknown> {
    const last = this.#waiting.pop()!
    return this.#call({ name: last, text: last, values: [] }, undefined) as Promise<unknown>
  }

  #end(text: string): Promise<unknown> {
    this.#isCommitted = false
    if (text === 'commit') return Promise.resolve(nothing)
    return Promise.reject(new Error(`the transaction was committed with its last statement, and then came: ${text}`))
  }

  #send(...given: unknown[]): unknown {
    return (super.query as (...all: unknown[]) => unknown)(...given)
  }
}

const isCallback = (value: unknown): value is Callback => typeof value === 'function'

/** Sends every statement without its name, and each by itself. */
export class UnnamedClient extends pg.Client {
  override query(...[statement, ...rest]: unknown[]): never {
    const given = isNamed(statement) ? { ...statement, name: undefined } : statement
    return (super.query as (...all: unknown[]) => never)(given, ...rest)
  }
}

/**
 * For this transaction alone: behind a pooler in transaction mode a connection's own settings are ignored, or would go to
 * its next user. The connection of a process that froze, or lost its network, is ended: another one takes its turn.
 */
const patientBegin = `begin;
  set local statement_timeout = '4h'; set local lock_timeout = '10min';
  set local idle_in_transaction_session_timeout = '10min'`

/** Its transactions have limits of their own, in hours, whatever the database or its address set for everybody. */
export class PatientClient extends pg.Client {
  override query(...[statement, ...rest]: unknown[]): never {
    const given = textOf(statement) === 'begin' ? patientBegin : statement
    return (super.query as (...all: unknown[]) => never)(given, ...rest)
  }
}
