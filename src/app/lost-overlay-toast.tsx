import { useEffect } from 'react'
import { siteTexts } from '../messages/site.ts'
import { Button } from '../ui/button/button.tsx'
import { Toast } from '../ui/toast.tsx'
import { forgetLostOverlay, useIsOverlayLost } from './lost-overlay.ts'

/** Tells of a menu or a modal that did not come (S8.24). It stays until it is closed, tried again, or the page is left. */
export function LostOverlayToast({ page }: { page: string }) {
  const isLost = useIsOverlayLost()
  useEffect(() => forgetLostOverlay, [page])
  if (!isLost) return null
  return (
    <Toast>
      <p>{siteTexts.chunkFailed}</p>
      <Button variant="link" onClick={forgetLostOverlay}>
        {siteTexts.close}
      </Button>
    </Toast>
  )
}
