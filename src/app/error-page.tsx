import { siteTexts } from '../messages/site.ts'
import { Button } from '../ui/button/button.tsx'
import { buttonClass } from '../ui/button/button-class.ts'
import { Column } from '../ui/column.tsx'
import { Mark } from '../ui/mark.tsx'
import { PageTitle } from '../ui/text/page-title.tsx'
import { Text } from '../ui/text/text.tsx'
import styles from './error-page.module.css'
import { ChunkLoadError } from '../ui/piece/load-chunk.ts'

/** What a person sees when a page could not be shown (S8.24): what happened, and a way on by a full page load. */
export function ErrorPage({ error }: { error: unknown }) {
  return (
    <Column width="form">
      <Mark size={72} />
      <PageTitle>{siteTexts.pageFailedTitle}</PageTitle>
      <Text variant="large">{error instanceof ChunkLoadError ? siteTexts.chunkFailed : siteTexts.pageFailed}</Text>
      <div className={styles.actions}>
        <Button onClick={() => window.location.reload()}>{siteTexts.loadAgain}</Button>
        <a href="/" className={buttonClass({ variant: 'border' })}>
          {siteTexts.toHome}
        </a>
      </div>
    </Column>
  )
}
