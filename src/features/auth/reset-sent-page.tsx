import { Link, useLocation } from 'react-router-dom'
import { addressAsRead } from '#contract/address-as-read.ts'
import { resetTexts } from '../../messages/reset.ts'
import { paths } from '../../paths.ts'
import { Column } from '../../ui/column.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { readAskedReset } from './ask-reset.ts'
import { ResetAgain } from './reset-again.tsx'

/** The mail is on its way, or there is no such account: this page says the same in both cases (S2.04). */
export function ResetSentPage() {
  const asked = readAskedReset(useLocation().state)
  return (
    <Column width="form">
      <PageTitle>{resetTexts.sentTitle}</PageTitle>
      <Text variant="large">
        {asked === null ? resetTexts.sentSomewhere : resetTexts.sent(addressAsRead(asked.email))}
      </Text>
      <Text tone="soft">{resetTexts.sentHint}</Text>
      {asked !== null && <ResetAgain asked={asked} />}
      <p>
        <Link to={paths.resetEmail}>{resetTexts.otherEmail}</Link>
      </p>
      <p>
        <Link to={paths.login}>{resetTexts.toLogin}</Link>
      </p>
    </Column>
  )
}
