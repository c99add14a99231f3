import { createEmitter } from '../../concurrency/emitter.ts'
import { useSyncExternalStore } from 'react'

/** The modals of the specification (S2.20), with their data. */
export type OpenModal =
  | { kind: 'privacyPolicy' | 'termsOfService' | 'newsletter' | 'offer' | 'changePassword' | 'contactModal' }
  | { kind: 'testDetails'; test: { id: string; slug?: string | null | undefined; title: string } }
  /** The example's place in the list, or a kind whose first example opens. */
  | { kind: 'example'; at: number | string }
  | { kind: 'notification'; notification: News }
  /** A file that this window cannot save; without one, a page that it cannot print. */
  | { kind: 'keepFile'; file?: File; isOnlyHere?: boolean }

interface News {
  kind?: string | null | undefined
  title: string
  message: string
  additional_data?:
    | {
        purchase_pack_id?: string | null | undefined
        purchase_pack_title?: string | null | undefined
        result?: { purchase_id: string; attempt_id: string } | null | undefined
      }
    | null
    | undefined
}

let open: OpenModal | null = null
const changed = createEmitter()

function show(modal: OpenModal | null): void {
  open = modal
  changed.emit()
}

/** Opens a modal; it replaces an open one. */
export function openModal(modal: OpenModal): void {
  show(modal)
}

export function closeModal(): void {
  show(null)
}

export function useOpenModal(): OpenModal | null {
  return useSyncExternalStore(
    changed.subscribe,
    () => open,
    () => null,
  )
}
