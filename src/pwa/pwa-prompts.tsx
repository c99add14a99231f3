import { InstallPrompt } from './install-prompt.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

/** What the site asks about itself: a new version, installing. `page` is the current address. */
export function PwaPrompts({ page }: { page: string }) {
  return (
    <>
      <UpdatePrompt page={page} />
      <InstallPrompt page={page} />
    </>
  )
}
