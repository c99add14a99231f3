import { test as base } from './browser-test.ts'
import { type Gate, openGate } from './gate.ts'

/** A story behind a gate of its own: `gate.shut` imitates a stopped server or a lost network. Service workers are allowed. */
export const test = base.extend<{ gate: Gate }>({
  gate: async ({ server }, provide) => {
    const gate = await openGate(server.origin)
    await provide(gate)
    await gate.shut()
  },
  baseURL: async ({ gate }, provide) => provide(gate.origin),
  serviceWorkers: 'allow',
})
