import { useLocation } from 'react-router-dom'
import { landingTexts } from '../../messages/landing.ts'
import { fromUnknownAddress } from '../../paths.ts'
import { Notice } from '../../ui/notice.tsx'
import { useTakenOver } from '../../ui/use-taken-over.ts'

/** Who was sent here from an address that leads nowhere (S2.09) is told so. */
export function UnknownAddress() {
  const { state } = useLocation()
  const isTold = useTakenOver() && state === fromUnknownAddress
  return isTold && <Notice tone="warning">{landingTexts.unknownAddress}</Notice>
}
