import { useQuery } from '@tanstack/react-query'
import { hasPublicPages } from '../http/api-url.ts'
import { testPageTexts } from '../messages/test-page.ts'
import { paths } from '../paths.ts'
import { footerQuery } from '../queries/footer-query.ts'
import { InlineButton } from '../ui/button/inline-button.tsx'
import { openModal } from '../ui/modal/modal-store.ts'
import { Text } from '../ui/text.tsx'

/** What a purchase accepts; for a paid one also refund, seller and place of payment. */
export function PurchasePromises({ isFree }: { isFree: boolean }) {
  const { data: { seller } = {} } = useQuery(footerQuery)
  return (
    <>
      {!isFree && seller != null && (
        <Text variant="small" tone="soft">
          <span>
            <strong>{testPageTexts.refund(seller.refund_days)}</strong> {testPageTexts.refundIf}{' '}
          </span>
          {hasPublicPages && <a href={paths.payment}>{testPageTexts.howToPay}</a>}
          <br />
          <span>{testPageTexts.seller(seller.name, seller.tax_number)}</span>
        </Text>
      )}
      <Text variant="small" tone="soft">
        <span>{isFree ? testPageTexts.termsOfFree : testPageTexts.terms}</span>{' '}
        <InlineButton onClick={() => openModal({ kind: 'offer' })}>{testPageTexts.termsOffer}</InlineButton>
        <span>{isFree ? '.' : `. ${testPageTexts.payment}`}</span>
      </Text>
    </>
  )
}
