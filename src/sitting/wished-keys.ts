const name = 'exam_keys_off'

/** Whether this device's person wants keys without a modifier to do something in an exam; they do unless told otherwise. */
export function areKeysWished(): boolean {
  try {
    return localStorage.getItem(name) === null
  } catch {
    // Storage is forbidden: the switch holds for one sitting.
    return true
  }
}

export function wishKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'yes')
  } catch {
    // As above.
  }
}
