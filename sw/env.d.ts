interface ImportMeta {
  /** The same build settings as the window's. */
  readonly env: { readonly VITE_API_URL?: string }
}

/** Background Sync, which TypeScript does not know: https://wicg.github.io/background-sync/spec/ */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}
