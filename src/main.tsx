import '#contract/zod-jitless.ts'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'
import { deliverForPeople } from './app/load-delivery.ts'
import { firstPage } from './app/first-page.ts'
import { startCache } from './app/start-cache.ts'
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

followLostStyles()
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
const { pathname } = window.location
// A page that the build has drawn for everybody is taken over as it stands.
if (root.hasChildNodes() && !isGuestOnlyPath(pathname)) hydrateRoot(root, app)
else {
  // Both at once: the page's code does not wait until the storage has answered.
  void Promise.all([settled, firstPage(pathname)]).then(() => {
    // What was drawn for guests is no page for others.
    if (sessionState().status !== 'guest') root.replaceChildren()
    if (root.hasChildNodes()) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}
whenIdle(() => void settled.then(deliverForPeople))
holdInstallDialog()
// No await, no failure: the page is whole without it, and the next load of it tries again.
whenIdle(() => void import('./app/start-later.ts').then(({ startLater }) => startLater(queryClient), console.warn))
