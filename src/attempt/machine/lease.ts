/**
 * Whether a page may write its attempt to this browser's disk. One page may:
 * none: it has taken no lease, and writes nothing ·
 * held: it writes under this number until a later one stands in the attempt's row, which each write asks for ·
 * memory-only: the disk did not take a lease, and the person continues without: the page writes nothing to it ·
 * over: another tab has brought the attempt to its end, so that this one cannot be continued.
 */
export type Lease =
  | { readonly kind: 'none' }
  | { readonly kind: 'held'; readonly number: number }
  | { readonly kind: 'memory-only' }
  | { readonly kind: 'over' }

export interface LeaseState {
  readonly lease: Lease
  /** The device_id of the answers given here: this browser's name and the number of the lease (`writerName`); '' before the first. */
  readonly name: string
  /** Every device_id under which this page has answered. */
  readonly names: ReadonlySet<string>
  /** The person has read that this browser keeps nothing, and continues: a disk that fails stops nothing any more. */
  readonly mayGoOnWithout: boolean
}

/** What the disk has said to a page, in the past tense. */
export type LeaseEvent =
  | { readonly type: 'going-on-accepted' }
  /** The page reads an attempt, or begins one: what it knew of another end is of the one before. */
  | { readonly type: 'row-chosen' }
  /** The page has read nothing of the attempt yet: it answers under a name of this lease. */
  | { readonly type: 'lease-taken'; readonly lease: number; readonly name: string }
  /** The disk has all that the page knows. */
  | { readonly type: 'persisted'; readonly lease: number }
  /** `name` where nothing keeps another page from the number that the page's own was made of. */
  | { readonly type: 'persist-failed'; readonly name?: string }
  | { readonly type: 'lease-lost'; readonly because: 'taken-over' | 'closed' | 'fetched-again' }
  /** What the page would write is of an attempt that another tab has submitted, or that came to its end. */
  | { readonly type: 'row-over' }
  /** The attempt is not in this browser, or not as this page's: its data may have been deleted. */
  | { readonly type: 'row-missing' }

/**
 * What the page does about what the disk said. put-back: it writes what it knows · read-again: it continues from what the disk has,
 * and (read-and-put-back) writes what that lacks · step-aside: another tab writes.
 */
export type LeaseEffect = 'put-back' | 'read-again' | 'read-and-put-back' | 'step-aside'

export const noLease: LeaseState = { lease: { kind: 'none' }, name: '', names: new Set(), mayGoOnWithout: false }

/** What follows from what the disk said. What means nothing here leaves the state as it is: the same object. */
export function leaseAfter(state: LeaseState, event: LeaseEvent): LeaseState {
  switch (event.type) {
    case 'going-on-accepted':
      return state.mayGoOnWithout ? state : { ...state, mayGoOnWithout: true }
    case 'row-chosen':
      return state.lease.kind === 'over' ? { ...state, lease: { kind: 'none' } } : state
    case 'lease-taken':
      return named({ ...state, lease: { kind: 'held', number: event.lease } }, event.name)
    case 'persisted':
      // Its name stays: the answers that went to the disk bear it.
      return { ...state, lease: { kind: 'held', number: event.lease } }
    case 'persist-failed':
      return state.mayGoOnWithout ? named({ ...state, lease: { kind: 'memory-only' } }, event.name) : state
    case 'lease-lost':
      // Where another tab has it in a row of its own, that one is found from now on. Any other loss each write finds out again.
      return event.because === 'fetched-again' && state.lease.kind === 'memory-only'
        ? { ...state, lease: { kind: 'none' } }
        : state
    case 'row-over':
      return { ...state, lease: { kind: 'over' } }
    case 'row-missing':
      return state
  }
}

/** What follows where the disk says this to a page in this state; null for nothing. */
export function leaseEffect({ lease }: LeaseState, event: LeaseEvent): LeaseEffect | null {
  switch (event.type) {
    case 'row-missing':
      return 'put-back'
    // Nothing that is not in what was submitted may be called saved: what became of it is read.
    case 'row-over':
      return 'read-again'
    // A page without a lease was refused for what it does not know: it reads that.
    case 'lease-lost':
      return event.because === 'taken-over' && lease.kind === 'held' ? 'step-aside' : 'read-and-put-back'
    default:
      return null
  }
}

/** The number to write under; null where the page has none. */
export function leaseOf({ lease }: LeaseState): number | null {
  return lease.kind === 'held' ? lease.number : null
}

function named(state: LeaseState, name: string | undefined): LeaseState {
  return name === undefined ? state : { ...state, name, names: new Set([...state.names, name]) }
}
