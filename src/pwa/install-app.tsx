import { useSyncExternalStore } from 'react'
import { pwaTexts } from '../messages/pwa.ts'
import { Button } from '../ui/button/button.tsx'
import { Text } from '../ui/text.tsx'
import { install, type InstallOffer, installWay, subscribeInstallOffer } from './install-offer.ts'

const nothing = (): InstallOffer => 'none'

/** The way to install the site (`isLink`: among the footer's links). Nothing if it is installed, or cannot be. */
export function InstallApp({ isLink = false }: { isLink?: boolean }) {
  const way = useSyncExternalStore(subscribeInstallOffer, installWay, nothing)
  if (way === 'none') return null
  return (
    <section aria-label={pwaTexts.installApp}>
      {way === 'dialog' ? (
        <Button variant={isLink ? 'link' : 'border'} onClick={() => void install()}>
          {pwaTexts.installApp}
        </Button>
      ) : (
        <Text tone="soft" {...(isLink && { variant: 'small' })}>
          <strong>{pwaTexts.installApp}.</strong> {pwaTexts.installByHand}
        </Text>
      )}
    </section>
  )
}
