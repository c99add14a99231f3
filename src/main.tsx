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
import { loadAccountRoutes } from './app/pages.ts'
import { startCache } from './app/start-cache.ts'
import { holdInstallDialog } from './pwa/install-dialog.ts'
import { isGuestOnlyPath } from './paths.ts'
import { whenIdle } from './pwa/when-idle.ts'
import { settleSession } from './session/settle-session.ts'
import { startSession } from './session/start-session.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const queryClient = createQueryClient()
startCache(queryClient)
// Milliseconds: it reads what this browser keeps. The session's renewal follows; its failures are kept in its state.
const settled = settleSession()
void settled.then(startSession)
const app = (
  <StrictMode>
    <App
      queryClient={queryClient}
      inRouter={(window) => <BrowserRouter useTransitions={false}>{window}</BrowserRouter>}
    />
  </StrictMode>
)
// A page that the build has drawn is for everybody and taken over as it stands. The shell's root is empty: the guards of
// its pages judge when it is known who is signed in.
if (root.hasChildNodes()) hydrateRoot(root, app)
else {
  // Asked for now and not after the storage has answered; a failure shows where the pages are shown.
  if (!isGuestOnlyPath(window.location.pathname)) loadAccountRoutes().catch(() => undefined)
  void settled.then(() => createRoot(root).render(app))
}
whenIdle(() => void settled.then(deliverForPeople))
holdInstallDialog()
// No await, no failure: the page is whole without it, and the next load of it tries again.
whenIdle(() => void import('./app/start-later.ts').then(({ startLater }) => startLater(queryClient), console.warn))
