import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Engine, EngineWindow } from './engine.ts'

/** A phone with one browser, whose stored data outlive it. */
export interface Device {
  /** The open window. Starts the browser if it does not run. */
  window(): Promise<EngineWindow>
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
    // On a busy machine the start of a driver may time out.
    window: async () => (running ??= await engine.open(profile).catch(() => engine.open(profile))),
    kill,
    async discard() {
      await kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
