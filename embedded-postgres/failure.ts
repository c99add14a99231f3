/** A failure of the embedded database whose message is one clear line for the person at the terminal. */
export class EmbeddedPostgresFailure extends Error {
  override name = 'EmbeddedPostgresFailure'
}

/** The same project already runs its database under another live process; `address` is where that one answers. */
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

/** What the operating system said, in a form that fits into one line. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The `code` of a system or PostgreSQL error (`ENOENT`, `28P01`), or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
