import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { landingTexts } from '../../messages/landing.ts'
import { fromUnknownAddress } from '../../paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { useTakenOver } from '../../ui/use-taken-over.ts'

/**
 * Who was sent here from an address that leads nowhere (S2.09) is told so, once: the browser keeps the entry's state over a
 * reload, but one who loads the landing page anew has not been sent anywhere.
 */
export function UnknownAddress() {
  const { state, search, hash } = useLocation()
  const navigate = useNavigate()
  const [wasSent] = useState(state === fromUnknownAddress)
  useEffect(() => {
    if (state === fromUnknownAddress) void navigate({ search, hash }, { replace: true, state: null })
  }, [state, search, hash, navigate])
  return useTakenOver() && wasSent && <Notice tone="warning">{landingTexts.unknownAddress}</Notice>
}
