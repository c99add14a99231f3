/** A flag that this browser remembers; nothing depends on it. */
interface Forgettable {
  readonly isSet: () => boolean
  readonly set: () => void
}

/** `name`: the key in localStorage. */
export function forgettable(name: string): Forgettable {
  return {
    isSet: () => {
      try {
        return localStorage.getItem(name) !== null
      } catch {
        return false
      }
    },
    set: () => {
      try {
        localStorage.setItem(name, 'yes')
      } catch {
        // Storage is forbidden: the question may be asked once more.
      }
    },
  }
}
