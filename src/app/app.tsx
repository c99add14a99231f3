import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { inUkrainian } from '../messages/messages.ts'
import { uiTexts } from '../messages/ui-texts.ts'
import { whenIdle } from '../pwa/when-idle.ts'
import { onSignedOut } from '../session/session-events.ts'
import { closeModal, useOpenModal } from '../ui/modal/modal-store.ts'
import { lazyPiece } from '../ui/piece/piece.ts'
import { MeaningContext } from '../ui/sentence.tsx'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { AppRoutes } from './app-routes.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { FollowNavigation } from './follow-navigation.tsx'
import { LostOverlayToast, Overlay } from './overlay.tsx'
import { SignOutHost } from './session/sign-out-host.tsx'

interface AppProps {
  queryClient: QueryClient
  /** Puts the window into a router: the browser's, or that of a page drawn at build time. */
  inRouter: (window: ReactNode) => ReactNode
}

/** The whole window: the parts of every page, around the routes. */
export function App({ queryClient, inRouter }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <UiTextsContext value={uiTexts}>
        <MeaningContext value={inUkrainian}>{inRouter(<Window />)}</MeaningContext>
      </UiTextsContext>
    </QueryClientProvider>
  )
}

function Window() {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary page={pathname} isWindow>
      <FollowNavigation />
      <AppRoutes />
      <ModalHost />
      <SignOutHost />
      <LostOverlayToast page={pathname} />
      <LaterPrompts page={pathname} />
    </ErrorBoundary>
  )
}

type Prompts = ComponentType<{ page: string }>

const nothing: Prompts = () => null

/** The prompts, loaded in an idle moment. If their code does not load, the page is complete without them. */
const LaterPieces = lazy(async (): Promise<{ default: Prompts }> => {
  try {
    return { default: (await import('./later-pieces.tsx')).LaterPieces }
  } catch {
    return { default: nothing }
  }
})

/** The site's own questions and a running exam, drawn in an idle moment. */
function LaterPrompts({ page }: { page: string }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  if (!isIdle) return null
  return (
    <Suspense fallback={null}>
      <LaterPieces page={page} />
    </Suspense>
  )
}

const openModal = lazyPiece(() => import('./open-modal.tsx').then((m) => m.OpenModal))

export function ModalHost() {
  const modal = useOpenModal()
  const { pathname } = useLocation()
  useEffect(() => whenIdle(openModal.prepare), [])
  // A modal belongs to its page: Back does not leave it over another page.
  useEffect(() => closeModal, [pathname])
  // The modal may show a notification of the person who has just signed out.
  useEffect(() => onSignedOut(async () => closeModal()), [])
  if (modal === null) return null
  return (
    <ErrorBoundary page={modal.kind}>
      <Overlay piece={openModal} props={{ modal }} onLost={closeModal} />
    </ErrorBoundary>
  )
}
