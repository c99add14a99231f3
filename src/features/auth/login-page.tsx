import { Link } from 'react-router-dom'
import { authTexts } from '../../messages/auth.ts'
import { paths } from '../../paths.ts'
import { Column } from '../../ui/column.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'
import { LoginForm } from './login-form.tsx'

/** Logging in. Success needs no step here: the guard of this page sends the person on (S2.07, S2.08). */
export function LoginPage() {
  return (
    <Column width="form">
      <PageTitle>{authTexts.loginTitle}</PageTitle>
      <Text tone="soft">{authTexts.loginLead}</Text>
      <LoginForm />
      <p>
        {authTexts.noAccount} <Link to={paths.register}>{authTexts.toRegister}</Link>
      </p>
    </Column>
  )
}
