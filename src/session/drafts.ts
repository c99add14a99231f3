/**
 * Words that a person has typed into a form and not sent, by person and place, as long as the tab lives. If the session is
 * ended elsewhere, the page goes away; the person who signs in again finds the words there. A storage that fails keeps nothing.
 */
import { useEffect } from 'react'
import { readLocalCopy } from './session-copies.ts'
import { onSignedOut } from './session-events.ts'
import { currentUserId } from './session-state.ts'

const prefix = 'draft:'
/** The most drafts of one tab, and the most UTF-16 units of one: a full profile has some 2,000. */
const mostKept = 20
const longest = 20_000

interface Written<Values> {
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => { readonly values: Values }
  readonly isFieldDirty: (field: keyof Values & string) => boolean
}

const ofOwner = (ownerId: string | null) => `${prefix}${ownerId ?? ''}:`

/** The person's draft of this place. A field that is absent has its initial value. */
export function readDraft<Values>(place: string): Partial<Values> {
  return orNothing(() => JSON.parse(sessionStorage.getItem(ofOwner(currentUserId()) + place) ?? '{}')) ?? {}
}

/** Stores the fields that differ from the form's initial values, at every change. `isKept` excludes passwords. */
export function useDraft<Values extends object>(
  form: Written<Values>,
  place: string,
  isKept: (field: keyof Values & string) => boolean = () => true,
): void {
  useEffect(() => {
    // The key is fixed now: a page that an ended session takes away writes nothing under a guest's name.
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

/** Drops a draft whose words have arrived; the form may be gone by now. A newer draft stays. */
export function dropDraft<Values extends object>(place: string, sent: Values): void {
  const kept = readDraft<Values>(place)
  const isSent = Object.entries(sent).every(([field, value]) => kept[field as keyof Values] === value)
  if (isSent) keep(ofOwner(currentUserId()) + place, null)
}

// A person who signed out leaves no draft. A person whose session the server ended comes back to theirs.
onSignedOut(async (gone) => forgetWhere((key) => readLocalCopy().wasEnded !== true || !key.startsWith(ofOwner(gone))))

/** Drops the drafts of everybody else in this tab. */
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

/** Runs `touch`, or returns null: a browser that forbids storage throws at every access, and a full one at a write. */
function orNothing<Value>(touch: () => Value): Value | null {
  try {
    return touch()
  } catch {
    return null
  }
}
