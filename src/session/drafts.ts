/**
 * Words that a person has written into a form and not sent, by person and place, for as long as the tab lives: a session that is ended
 * elsewhere takes the page away, and the person who signs in again finds them there. Storage that fails keeps nothing.
 */
import { useEffect } from 'react'
import { readLocalCopy } from './session-copies.ts'
import { onSignedOut } from './session-events.ts'
import { currentUserId } from './session-state.ts'

const prefix = 'draft:'
/** Drafts of one tab, and UTF-16 units of one: a profile in full has some 2,000. */
const mostKept = 20
const longest = 20_000

/** The part of a form (src/ui/form.ts) that a draft is made of. */
interface Written<Values> {
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => { readonly values: Values }
  readonly isFieldDirty: (field: keyof Values & string) => boolean
}

const ofOwner = (ownerId: string | null) => `${prefix}${ownerId ?? ''}:`

/** What this person has written at this place; a field that is not there has its start. */
export function readDraft<Values>(place: string): Partial<Values> {
  return orNothing(() => JSON.parse(sessionStorage.getItem(ofOwner(currentUserId()) + place) ?? '{}')) ?? {}
}

/** Keeps what differs from the form's start, with every change. `isKept`: not a password. */
export function useDraft<Values extends object>(
  form: Written<Values>,
  place: string,
  isKept: (field: keyof Values & string) => boolean = () => true,
): void {
  useEffect(() => {
    // Of who is here now: a page that an ended session takes away writes nothing under nobody's name.
    const key = ofOwner(currentUserId()) + place
    return form.subscribe(() => {
      const typed = Object.entries(form.snapshot().values).filter(([field]) => {
        const name = field as keyof Values & string
        return isKept(name) && form.isFieldDirty(name)
      })
      keep(key, typed.length === 0 ? null : JSON.stringify(Object.fromEntries(typed)))
    })
    // `isKept` is a constant of its form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [form, place])
}

/** These words have arrived, and the form may be gone from the page by now; others that were begun since stay. */
export function dropDraft<Values extends object>(place: string, sent: Values): void {
  const kept = readDraft<Values>(place)
  const isSent = Object.entries(sent).every(([field, value]) => kept[field as keyof Values] === value)
  if (isSent) keep(ofOwner(currentUserId()) + place, null)
}

// Who has signed out leaves nothing written here. Who was signed out by the server, from elsewhere, comes back to it.
onSignedOut(async (gone) => forgetWhere((key) => readLocalCopy().wasEnded !== true || !key.startsWith(ofOwner(gone))))

/** Somebody is here: what others have written in this tab goes. */
export function forgetDraftsOfOthers(ownerId: string): void {
  forgetWhere((key) => !key.startsWith(ofOwner(ownerId)))
}

function forgetWhere(isGone: (key: string) => boolean): void {
  orNothing(() => {
    for (const key of keys()) if (isGone(key)) sessionStorage.removeItem(key)
  })
}

function keep(key: string, draft: string | null): void {
  orNothing(() => {
    const isFull = keys().length >= mostKept && sessionStorage.getItem(key) === null
    if (draft === null) sessionStorage.removeItem(key)
    else if (draft.length <= longest && !isFull) sessionStorage.setItem(key, draft)
  })
}

const keys = () =>
  Array.from({ length: sessionStorage.length }, (_, at) => sessionStorage.key(at) ?? '').filter((key) =>
    key.startsWith(prefix),
  )

/** A browser that forbids storage throws at every touch, and one that is full at a write. */
function orNothing<Value>(touch: () => Value): Value | null {
  try {
    return touch()
  } catch {
    return null
  }
}
