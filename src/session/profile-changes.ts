let made = 0

/** The server has just taken a change of the person from this window: a reply that was asked for before may not know of it. */
export function noteProfileChange(): void {
  made += 1
}

/** How many there were since the window was opened. */
export function profileChanges(): number {
  return made
}
