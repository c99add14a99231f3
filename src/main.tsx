import '#contract/zod-jitless.ts'
import './ui/fonts.css'
import './ui/stand-in-fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/unopened.css'
import { startTransition, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import type { Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { preparePage } from './app/app-routes.tsx'
import { App } from './app/app.tsx'
import { keepDrawnControls } from './app/drawn-controls.ts'
import { deliverForPeople } from './app/load-delivery.ts'
import { createQueryClient } from './queries/query-client.ts'
import { keepEarlyClick } from './app/replay-early-click.ts'
import { withTimeout } from './concurrency/with-timeout.ts'
import { isGuestOnlyPath } from './paths.ts'
import { holdInstallDialog } from './pwa/install-dialog.ts'
import { whenIdle } from './pwa/when-idle.ts'
import { PrerenderedRepliesContext, readPrerenderedReplies } from './queries/prerendered-queries.ts'
import { forgetStrangers, keepQueries } from './queries/kept/keep-queries.ts'
import { savedCopyLine } from './queries/kept/saved-copy.tsx'
import { refreshOnReturn } from './queries/kept/staleness.ts'
import { sessionState } from './session/session-state.ts'
import { reconcileSession, startSession } from './session/start-session.ts'
import { followLostStyles } from './ui/piece/load-chunk.ts'
import { prerenderedPieces } from './ui/piece/piece.ts'

declare global {
  interface Window {
    /** Set by index.html, which then tells the person: this browser is below the floor (scripts/bundle/floor.json). */
    isUnfit?: boolean
    /** All first scripts have run: index.html no longer takes an error for a sign of an old browser. */
    isOpened?: boolean
  }
}

/** How long a page may stay empty while its code comes from the worker, on a slow phone too. Milliseconds. */
const workerTimeoutMs = 1_000

/** The same from the network. A fast one brings the code sooner; on a slow one the loading text must not wait for the code. */
const networkTimeoutMs = 200

/** The same for a page that the build has drawn: it is not empty. */
const drawnTimeoutMs = 1_000

// index.html already shows the reason: an exam that begins in this browser could not be submitted.
if (window.isUnfit === true) throw new Error('This browser is older than what the site is built for')
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// A plain static host serves the landing page for every unknown address.
if (root.dataset.page !== window.location.pathname) root.replaceChildren()
followLostStyles()
const drawnControls = keepDrawnControls(root)
const earlyClick = keepEarlyClick(drawnControls.now)
const queryClient = createQueryClient()
// Replies outlive the page, for pages that open without a network.
keepQueries(queryClient)
refreshOnReturn(queryClient)
// Reading this browser's storage takes milliseconds. Then the session is renewed, and failures are kept in its state.
const reconciled = reconcileSession()
void reconciled.then(startSession)
const app = (
  <StrictMode>
    <PrerenderedRepliesContext value={readPrerenderedReplies()}>
      <App
        queryClient={queryClient}
        inRouter={(window) => <BrowserRouter useTransitions={false}>{window}</BrowserRouter>}
      />
    </PrerenderedRepliesContext>
  </StrictMode>
)
void show(root, window.location.pathname).finally(() => {
  // The session is known by now.
  whenIdle(() => void forgetStrangers())
  whenIdle(savedCopyLine.prepare)
  whenIdle(() => void reconciled.then(deliverForPeople))
  // Nothing awaits this, and a failure is only logged: the page is complete without it, and the next load tries again.
  whenIdle(() => void import('./app/start-later.ts').then(({ startLater }) => startLater(queryClient), console.warn))
})
holdInstallDialog()
window.isOpened = true

async function show(root: Element, pathname: string): Promise<void> {
  // React's chunk is loaded already. This import makes React initialise in a separate task.
  const code = Promise.all([import('react-dom/client'), beforeFirstRender(pathname, root.hasChildNodes())])
  // The page's code loads meanwhile. A page that the build drew for everybody hydrates without waiting for the storage.
  if (!root.hasChildNodes() || isGuestOnlyPath(pathname)) await reconciled
  // A page that was drawn for guests is wrong for a signed-in person.
  if (isGuestOnlyPath(pathname) && sessionState().status !== 'guest') root.replaceChildren()
  const [{ createRoot, hydrateRoot }] = await code
  // A transition hydrates in slices of 5 ms: the page is visible already, and a touch must not wait until React has finished.
  let taken: Root
  const onRecoverableError = (error: unknown) => {
    drawnControls.onThrownAway(() => flushSync(() => taken.render(app)))
    reportError(error)
  }
  if (root.hasChildNodes()) startTransition(() => void (taken = hydrateRoot(root, app, { onRecoverableError })))
  else createRoot(root).render(app)
  earlyClick.replay()
  // The page's code may take longer than the first render waits for it, and the code of its pieces longer still.
  const pageCame = () => {
    earlyClick.replay()
    whenIdle(() => void Promise.all(prerenderedPieces).then(earlyClick.end))
  }
  void preparePage(pathname).then(pageCame, earlyClick.end)
}

/**
 * Resolves when the first render should begin: the page's code has come, or its time is over. A loading text that appears for a
 * moment would cost 300 ms (see `lazyPage`). Never rejects: the page itself reports code that cannot be fetched.
 */
async function beforeFirstRender(pathname: string, isDrawn: boolean): Promise<void> {
  const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  const timeoutMs = hasWorker ? workerTimeoutMs : networkTimeoutMs
  await withTimeout(preparePage(pathname), isDrawn ? drawnTimeoutMs : timeoutMs).catch(() => undefined)
}
