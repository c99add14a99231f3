/**
 * The channel of this name between the tabs and the worker; null in a browser that has none, or that forbids it together with all storage
 * (Firefox without cookies throws).
 */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  } catch {
    return null
  }
}
