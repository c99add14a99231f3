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
    /** This browser is below the floor (scripts/bundle/floor.json): index.html finds it out and says so. */
    isUnfit?: boolean
    /** All first scripts could be read and run: index.html takes later errors for what they are. */
    isOpened?: boolean
  }
}

/** How long a page may stay empty while its code comes from the worker, on a slow phone too. */
const workerTimeoutMs = 1_000

/** The same from the network: on a fast one the code comes sooner, on a slow one the loading text must not wait for it. */
const networkTimeoutMs = 200

/** The same where the build has drawn the page: nobody looks at an empty one. */
const drawnTimeoutMs = 1_000

// index.html has told the person: an exam that begins here could not be handed in.
if (window.isUnfit === true) throw new Error('This browser is older than what the site is built for')
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// A plain static host answers every address that it has no file for with the landing page.
if (root.dataset.page !== window.location.pathname) root.replaceChildren()
followLostStyles()
const drawnControls = keepDrawnControls(root)
const earlyClick = keepEarlyClick(drawnControls.now)
const queryClient = createQueryClient()
// What the server said outlives the page, for pages that open without a network.
keepQueries(queryClient)
refreshOnReturn(queryClient)
// Milliseconds: it reads what this browser keeps. The session's renewal follows; its failures are kept in its state.
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
  // By then it is known who is signed in.
  whenIdle(() => void forgetStrangers())
  whenIdle(savedCopyLine.prepare)
  whenIdle(() => void reconciled.then(deliverForPeople))
  // No await, no failure: the page is whole without it, and the next load of it tries again.
  whenIdle(() => void import('./app/start-later.ts').then(({ startLater }) => startLater(queryClient), console.warn))
})
holdInstallDialog()
window.isOpened = true

async function show(root: Element, pathname: string): Promise<void> {
  // React is in the chunk of the libraries, which is loaded. Asked for like this, it sets itself up in a task of its own.
  const code = Promise.all([import('react-dom/client'), beforeFirstRender(pathname, root.hasChildNodes())])
  // A page that the build has drawn for everybody is taken over as it is. All at once: the page's code does not wait
  // until the storage has answered.
  if (!root.hasChildNodes() || isGuestOnlyPath(pathname)) await reconciled
  // What was drawn for guests is no page for others.
  if (isGuestOnlyPath(pathname) && sessionState().status !== 'guest') root.replaceChildren()
  const [{ createRoot, hydrateRoot }] = await code
  // In slices of 5 ms: the page is visible already, and a finger on it must not wait until React has read all of it.
  let taken: Root
  const onRecoverableError = (error: unknown) => {
    drawnControls.onThrownAway(() => flushSync(() => taken.render(app)))
    reportError(error)
  }
  if (root.hasChildNodes()) startTransition(() => void (taken = hydrateRoot(root, app, { onRecoverableError })))
  else createRoot(root).render(app)
  earlyClick.replay()
  // The page's code may take longer than the drawing waits for it, and that of its pieces still longer.
  const pageCame = () => {
    earlyClick.replay()
    whenIdle(() => void Promise.all(prerenderedPieces).then(earlyClick.end))
  }
  void preparePage(pathname).then(pageCame, earlyClick.end)
}

/**
 * Resolves when the first render should begin: with the code of the page there, or after waiting for it in vain. A loading
 * text that is shown only for a moment would cost 300 ms (see `lazyPage`). Never rejects: the page itself says so when its
 * code cannot be fetched.
 */
async function beforeFirstRender(pathname: string, isDrawn: boolean): Promise<void> {
  const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  const timeoutMs = hasWorker ? workerTimeoutMs : networkTimeoutMs
  await withTimeout(preparePage(pathname), isDrawn ? drawnTimeoutMs : timeoutMs).catch(() => undefined)
}
