import '#contract/zod-jitless.ts'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createQueryClient } from './app/query-client.ts'
import { startCache } from './app/start-cache.ts'
import { startDelivery } from './app/start-delivery.ts'
import { sendFromWindow } from './sitting/exam-calls.ts'
import { registerWorker } from './pwa/worker-registration.ts'
import { startSession } from './session/start-session.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

const queryClient = createQueryClient()
startCache(queryClient)
// No await: the pages open from what is stored, the session's renewal follows; its failures are kept in its state.
void startSession()
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
)
startDelivery({ send: sendFromWindow })
void registerWorker()
