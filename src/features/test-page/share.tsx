import { useState } from 'react'
import { soon } from '../../concurrency/with-timeout.ts'
import { hasPublicPages } from '../../http/api-url.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { Button } from '../../ui/button/button.tsx'
import { openShareSheet } from '../../ui/save-file.ts'
import { Text } from '../../ui/text.tsx'

interface ShareProps {
  title: string
  /** The path of the public page; null without one, as for another server's test without a slug. */
  publicPath: string | null
  children: string
}

/** Shares the address of a test or bundle, its public page's where there is one: by the share sheet, else by the clipboard. */
export function Share({ title, publicPath, children }: ShareProps) {
  const [said, setSaid] = useState('')
  const share = async () => {
    const { origin, pathname } = window.location
    const url = origin + (hasPublicPages && publicPath !== null ? publicPath : pathname)
    // Only some browsers have a share sheet, and none without TLS.
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
