import '#contract/zod-jitless.ts'
import './ui/fonts.css'
import './ui/stand-in-fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/unopened.css'
import { StrictMode, startTransition } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { preparePage } from './app/app-routes.tsx'
import { createQueryClient } from './app/query-client.ts'
import { keepEarlyPress } from './app/early-press.ts'
import { deliverForPeople } from './app/load-delivery.ts'
import { firstPage } from './app/first-page.ts'
import { startCache, startCacheLater } from './app/start-cache.ts'
import { holdInstallDialog } from './pwa/install-dialog.ts'
import { isGuestOnlyPath } from './paths.ts'
import { DrawnRepliesContext, readDrawnReplies } from './queries/drawn-replies.ts'
import { whenIdle } from './pwa/when-idle.ts'
import { sessionState } from './session/session-state.ts'
import { settleSession } from './session/settle-session.ts'
import { startSession } from './session/start-session.ts'
import { followLostStyles } from './ui/piece/lost-styles.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

// A plain static host answers every address that it has no file for with the landing page.
if (root.dataset.page !== window.location.pathname) root.replaceChildren()
followLostStyles()
const earlyPress = keepEarlyPress()
const queryClient = createQueryClient()
startCache(queryClient)
// Milliseconds: it reads what this browser keeps. The session's renewal follows; its failures are kept in its state.
const settled = settleSession()
void settled.then(startSession)
const app = (
  <StrictMode>
    <DrawnRepliesContext value={readDrawnReplies()}>
      <App
        queryClient={queryClient}
        inRouter={(window) => <BrowserRouter useTransitions={false}>{window}</BrowserRouter>}
      />
    </DrawnRepliesContext>
  </StrictMode>
)
void show(root, window.location.pathname).finally(() => {
  startCacheLater()
  whenIdle(() => void settled.then(deliverForPeople))
  // No await, no failure: the page is whole without it, and the next load of it tries again.
  whenIdle(() => void import('./app/start-later.ts').then(({ startLater }) => startLater(queryClient), console.warn))
})
holdInstallDialog()

async function show(root: Element, pathname: string): Promise<void> {
  // React lies with the libraries and is there. Asked for like this, it sets itself up in a task of its own.
  const code = Promise.all([import('react-dom/client'), firstPage(pathname, root.hasChildNodes())])
  // A page that the build has drawn for everybody is taken over as it stands. All at once: the page's code does not wait
  // until the storage has answered.
  if (!root.hasChildNodes() || isGuestOnlyPath(pathname)) await settled
  // What was drawn for guests is no page for others.
  if (isGuestOnlyPath(pathname) && sessionState().status !== 'guest') root.replaceChildren()
  const [{ createRoot, hydrateRoot }] = await code
  // In slices of 5 ms: the page stands already, and a finger on it must not wait until React has read all of it.
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
  earlyPress.pressAgain()
  // The page's code may take longer than the drawing waits for it.
  void preparePage(pathname).then(earlyPress.end, earlyPress.end)
}
