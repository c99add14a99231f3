import { useState } from 'react'
import { soon } from '../../concurrency/with-timeout.ts'
import { hasPublicPages } from '../../http/api-url.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { Button } from '../../ui/button/button.tsx'
import { openShareSheet } from '../../ui/save-file.ts'
import { Text } from '../../ui/text.tsx'

interface ShareProps {
  title: string
  /** Of the page that everybody can read; null where there is none, as of another server's test without a slug. */
  publicPath: string | null
  children: string
}

/**
 * The address of a test or a bundle for somebody else: of the page that everybody can read, where there is one. By the device's own
 * sheet, or where there is none, into the clipboard.
 */
export function Share({ title, publicPath, children }: ShareProps) {
  const [said, setSaid] = useState('')
  const share = async () => {
    const { origin, pathname } = window.location
    const url = origin + (hasPublicPages && publicPath !== null ? publicPath : pathname)
    // Only some browsers have it, and none without TLS.
    if ('share' in navigator && (await openShareSheet({ title, url }))) return
    try {
      await soon(navigator.clipboard.writeText(url))
      setSaid(testPageTexts.linkCopied)
    } catch {
      setSaid(testPageTexts.linkFailed)
    }
  }
  return (
    <>
      <Button variant="link" onClick={() => void share()}>
        {children}
      </Button>
      <Text variant="small" role="status">
        {said}
      </Text>
    </>
  )
}
