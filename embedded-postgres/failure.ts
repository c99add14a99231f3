/** A failure of the embedded database; its message is one line for the person at the terminal. */
export class EmbeddedPostgresFailure extends Error {
  override name = 'EmbeddedPostgresFailure'
}

/** Another live process runs this project's database; `address` is where it answers. */
export class AlreadyRunning extends EmbeddedPostgresFailure {
  override name = 'AlreadyRunning'
  readonly address: string | null

  constructor(address: string | null) {
    super(
      address
        ? `This product already runs at ${address}. Stop that one first (Ctrl-C in its terminal).`
        : 'This product is already starting from the same folder. Wait for it, or stop it first.',
    )
    this.address = address
  }
}

/** The system's message on one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The `code` of a system or PostgreSQL error (`ENOENT`, `28P01`), or ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
