import { InstallPrompt } from './install-prompt.tsx'
import { KeptLinkPrompt } from './kept-link-prompt.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

/** What the site asks about itself: a link that waits, a new version, installing. `page` is the current address. */
export function PwaPrompts({ page }: { page: string }) {
  return (
    <>
      <KeptLinkPrompt page={page} />
      <UpdatePrompt page={page} />
      <InstallPrompt page={page} />
    </>
  )
}
