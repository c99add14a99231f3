/**
 * Whether a page may write its attempt to this browser's disk. One page may.
 * none: it has taken no lease, and writes nothing ·
 * held: it writes under this number. Each write checks that the attempt's row has no other ·
 * memory-only: the disk took no lease, and the person continues without: the page writes nothing to the disk ·
 * over: another tab has ended the attempt, so this page cannot continue it.
 */
export type Lease =
  | { readonly kind: 'none' }
  | { readonly kind: 'held'; readonly number: number }
  | { readonly kind: 'memory-only' }
  | { readonly kind: 'over' }

export interface LeaseState {
  readonly lease: Lease
  /** The device_id of the answers given here: this browser's name and the lease (`writerName`); '' before the first lease. */
  readonly name: string
  /** Every device_id under which this page has answered. */
  readonly names: ReadonlySet<string>
  /** The person has read that this browser keeps nothing, and continues: a disk that fails no longer stops anything. */
  readonly mayGoOnWithout: boolean
}

/** What the disk has said to a page, in the past tense. */
export type LeaseEvent =
  | { readonly type: 'going-on-accepted' }
  /** The page reads or begins an attempt. An earlier attempt that is over no longer counts. */
  | { readonly type: 'row-chosen' }
  /** The page took the lease before it read anything of the attempt. It answers under `name`. */
  | { readonly type: 'lease-taken'; readonly lease: number; readonly name: string }
  /** The disk has all that the page knows. */
  | { readonly type: 'persisted'; readonly lease: number }
  /** `name`: a new unique name, set if another page may take the number in this page's present name. */
  | { readonly type: 'persist-failed'; readonly name?: string }
  | { readonly type: 'lease-lost'; readonly because: 'taken-over' | 'closed' | 'fetched-again' }
  /** Another tab has submitted the attempt that the page would write, or it has ended. */
  | { readonly type: 'row-over' }
  /** This browser does not have the attempt, or not as this page's: its data may have been deleted. */
  | { readonly type: 'row-missing' }

/**
 * What the page does after the disk has spoken. put-back: it writes what it knows · read-again: it continues from what the
 * disk has · read-and-put-back: it also writes what the disk lacks · step-aside: another tab writes.
 */
export type LeaseEffect = 'put-back' | 'read-again' | 'read-and-put-back' | 'step-aside'

export const noLease: LeaseState = { lease: { kind: 'none' }, name: '', names: new Set(), mayGoOnWithout: false }

/** The state after the disk has spoken. Returns the same object if nothing changes. */
export function leaseAfter(state: LeaseState, event: LeaseEvent): LeaseState {
  switch (event.type) {
    case 'going-on-accepted':
      return state.mayGoOnWithout ? state : { ...state, mayGoOnWithout: true }
    case 'row-chosen':
      return state.lease.kind === 'over' ? { ...state, lease: { kind: 'none' } } : state
    case 'lease-taken':
      return named({ ...state, lease: { kind: 'held', number: event.lease } }, event.name)
    case 'persisted':
      // The name stays: the answers that went to the disk bear it.
      return { ...state, lease: { kind: 'held', number: event.lease } }
    case 'persist-failed':
      return state.mayGoOnWithout ? named({ ...state, lease: { kind: 'memory-only' } }, event.name) : state
    case 'lease-lost':
      // The page now finds the row into which another tab fetched the attempt. Each write finds any other loss again.
      return event.because === 'fetched-again' && state.lease.kind === 'memory-only'
        ? { ...state, lease: { kind: 'none' } }
        : state
    case 'row-over':
      return { ...state, lease: { kind: 'over' } }
    case 'row-missing':
      return state
  }
}

/** What the page does when the disk says this in this state; null for nothing. */
export function leaseEffect({ lease }: LeaseState, event: LeaseEvent): LeaseEffect | null {
  switch (event.type) {
    case 'row-missing':
      return 'put-back'
    // An answer that is not in the submission may not be called saved: the page reads what became of the attempt.
    case 'row-over':
      return 'read-again'
    // The disk refused a page without a lease because of answers that the page does not know: the page reads them.
    case 'lease-lost':
      return event.because === 'taken-over' && lease.kind === 'held' ? 'step-aside' : 'read-and-put-back'
    default:
      return null
  }
}

/** The number of the lease to write under; null if the page holds no lease. */
export function leaseOf({ lease }: LeaseState): number | null {
  return lease.kind === 'held' ? lease.number : null
}

function named(state: LeaseState, name: string | undefined): LeaseState {
  return name === undefined ? state : { ...state, name, names: new Set([...state.names, name]) }
}
