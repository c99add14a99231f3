import { Link, useSearchParams } from 'react-router-dom'
import { authTexts } from '../../messages/auth.ts'
import { accountEvents, paths } from '../../paths.ts'
import { Column } from '../../ui/column.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import styles from './auth-form.module.css'
import { LoginForm } from './login-form.tsx'

/** Logging in. Success needs no step here: the guard of this page sends the person on (S2.07, S2.08). */
export function LoginPage() {
  const [params] = useSearchParams()
  const after = accountEvents.find((event) => event === params.get('after'))
  return (
    <Column width="form">
      <PageTitle>{authTexts.loginTitle}</PageTitle>
      {after === undefined ? (
        <Text tone="soft">{authTexts.loginLead}</Text>
      ) : (
        <Notice tone={after === 'deletion' ? 'warning' : 'success'}>{authTexts.after[after]}</Notice>
      )}
      <LoginForm />
      <ul className={styles.ways}>
        <li>
          <Link to={paths.resetEmail}>{authTexts.forgotPassword}</Link>
        </li>
        <li>
          {authTexts.noAccount} <Link to={paths.register}>{authTexts.toRegister}</Link>
        </li>
      </ul>
    </Column>
  )
}
