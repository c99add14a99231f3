import pg from 'pg'
import { serialize } from 'pg-protocol'

/** A statement that a connection keeps under a name (`prepared.ts`). `isLast`: it is sent with its transaction's `commit`. */
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

/** The statements that a connection has prepared, by name: text and columns. */
type Prepared = Map<string, { text: string; columns: Column[] }>
const preparedOn = new WeakMap<pg.Connection, Prepared>()

/** `pg`'s own encoding of values, which its types lack. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => string | Buffer | null } })
  .utils

/** `begin` and the like: without rows, named by their text. */
const bare = (text: string): NamedStatement => ({ name: text, text, values: [] })

/**
 * Sends a named statement, with those that open or end a transaction around it, as one piece. PostgreSQL skips everything after
 * an error, `commit` too, so the whole piece is done or has failed. `pg` would send four messages and have the columns described
 * at each call; here that happens at the first call only (decision 0081). The next call prepares a failed statement again, also
 * if the connection has lost it or a changed table made it unfit.
 */
export class PreparedCall implements pg.Submittable {
  // pg records parsed statements by these three fields, and tests read them.
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

  /** Sends the piece. Returns an error if the piece cannot be built: nothing was sent then. */
  submit(connection: pg.Connection): Error | null {
    this.#statements = [...this.before.map(bare), this, ...this.after.map(bare)]
    this.#prepared = preparedOn.get(connection) ?? new Map()
    preparedOn.set(connection, this.#prepared)
    try {
      const bytes = Buffer.concat([...this.#statements.flatMap((one) => this.#messagesOf(one)), serialize.sync()])
      // A stream that is no longer writable reports that by its end.
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
    // A failed call may have left the name in use. Closing an unknown name is no error.
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

  /** The whole piece was done, and a `commit` in it is committed. */
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

  // Never expected, but pg calls them by name.
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

/** Statements that wait for the next one: they do nothing by themselves, and fail only if the connection does. */
const opens = /^(begin|begin isolation level repeatable read read only|savepoint sp\d+|release savepoint sp\d+)$/
const nothing = { rows: [] }

/**
 * Sends the opening of a transaction or savepoint, or the release of one, in one piece with the next statement, and `commit` with
 * the last one: each saves a round trip. Nothing counts as done before PostgreSQL has confirmed the whole piece.
 */
export class PreparingClient extends pg.Client {
  #waiting: string[] = []
  /** The last statement has committed the transaction, so its own `commit` is a no-op. */
  #isCommitted = false

  // The overloads of `query` differ by their arguments, which are passed on unchanged.
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

  /** Sends the waiting statements before a statement that is not prepared. If they fail, that statement is not sent. */
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

/** Sends every statement without a name, each by itself. */
export class UnnamedClient extends pg.Client {
  override query(...[statement, ...rest]: unknown[]): never {
    const given = isNamed(statement) ? { ...statement, name: undefined } : statement
    return (super.query as (...all: unknown[]) => never)(given, ...rest)
  }
}

/**
 * The limits are `local` to the transaction: a pooler in transaction mode ignores a connection's settings, or passes them to its
 * next user. PostgreSQL ends the connection of a process that froze or lost its network, and another process takes its turn.
 */
const patientBegin = `begin;
  set local statement_timeout = '4h'; set local lock_timeout = '10min';
  set local idle_in_transaction_session_timeout = '10min'`

/** A client whose transactions have limits of their own, in hours, whatever the database or its address sets. */
export class PatientClient extends pg.Client {
  override query(...[statement, ...rest]: unknown[]): never {
    const given = textOf(statement) === 'begin' ? patientBegin : statement
    return (super.query as (...all: unknown[]) => never)(given, ...rest)
  }
}
