import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Engine, EngineWindow } from './engine.ts'

/** Somebody's phone with one browser on it: what the browser keeps outlives the browser. */
export interface Device {
  /** The window that is open; opens the browser where none is. */
  window(): Promise<EngineWindow>
  /** SIGKILL to the browser. */
  kill(): Promise<void>
  discard(): Promise<void>
}

export async function unpackDevice(engine: Engine): Promise<Device> {
  const profile = await mkdtemp(path.join(tmpdir(), 'engine-profile-'))
  let running: EngineWindow | null = null
  const kill = async () => {
    const dying = running
    running = null
    await dying?.kill()
  }
  return {
    // A busy machine may let a driver's start run out of its time.
    window: async () => (running ??= await engine.open(profile).catch(() => engine.open(profile))),
    kill,
    async discard() {
      await kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
