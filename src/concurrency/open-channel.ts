/** A channel between tabs and worker. Null if the browser has none or forbids it (Firefox without cookies throws). */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  } catch {
    return null
  }
}
