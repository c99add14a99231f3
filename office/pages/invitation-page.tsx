import { useMutation, useQuery } from '@tanstack/react-query'
import encodeQR from 'qr'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { acceptInvitation, readInvitation, type Signed } from '#contract/staff/sign-in.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { PasswordField } from '../../src/ui/field/password-field.tsx'
import { Notice } from '../../src/ui/notice.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { Text } from '../../src/ui/text.tsx'
import { ApiError } from '../../src/http/api-error.ts'
import { askOffice, sentenceOf } from '../ask-office.ts'
import styles from '../office.module.css'
import { officeTexts, roleNames } from '../office-texts.ts'
import { CodeField } from '../proof-dialog.tsx'
import { Shown } from '../shown.tsx'

/** The page of an invitation's link: its secret is the fragment, so that no server sees it in an address. */
export function InvitationPage({ onSigned }: { onSigned: (signed: Signed) => void }) {
  const [token] = useState(() => location.hash.slice(1))
  const navigate = useNavigate()
  // Each look gives another secret for the app, so the page looks once.
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => askOffice(readInvitation, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [accepted, setAccepted] = useState<{ signed: Signed; codes: readonly string[] } | null>(null)
  if (token === '')
    return (
      <main className={styles.narrow}>
        <Notice tone="warning">{officeTexts.noToken}</Notice>
      </main>
    )
  if (accepted !== null)
    return (
      <RecoveryCodes
        codes={accepted.codes}
        onSaved={() => {
          onSigned(accepted.signed)
          void navigate('/', { replace: true })
        }}
      />
    )
  return (
    <main className={styles.narrow}>
      <Shown query={invitation}>
        {(invited) => (
          <AcceptForm
            invited={invited}
            token={token}
            onAccepted={({ signed, recovery_codes }) => setAccepted({ signed, codes: recovery_codes })}
          />
        )}
      </Shown>
    </main>
  )
}

interface AcceptFormProps {
  invited: { name: string; email: string; role: string; totp_uri: string; totp_secret: string }
  token: string
  onAccepted: (reply: { signed: Signed; recovery_codes: string[] }) => void
}

function AcceptForm({ invited: { name, email, role, totp_uri, totp_secret }, token, onAccepted }: AcceptFormProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const accept = useMutation({
    mutationFn: () => askOffice(acceptInvitation, { body: { token, password, code } }),
    onSuccess: onAccepted,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept.mutate()
  }
  const { code: ofCode, password: ofPassword } = accept.error instanceof ApiError ? accept.error.fields : {}
  return (
    <form className={styles.form} onSubmit={submit}>
      <PageTitle>{officeTexts.invitationTitle}</PageTitle>
      <Text>{officeTexts.invitedAs(name, email, roleNames[role] ?? role)}</Text>
      <Text>{officeTexts.scan}</Text>
      <Code text={totp_uri} />
      <Text>{officeTexts.orType}</Text>
      <Text className={styles.codes}>{totp_secret.match(/.{1,4}/g)?.join(' ')}</Text>
      <Text>{officeTexts.thenType}</Text>
      {/* A password manager stores the password under this address. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={officeTexts.password}
        hint={officeTexts.passwordHint}
        error={ofPassword}
        autoComplete="new-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        required
        minLength={12}
        maxLength={200}
      />
      <CodeField value={code} onChange={setCode} error={ofCode} />
      {accept.error !== null && ofCode === undefined && ofPassword === undefined && (
        <Notice tone="danger">{sentenceOf(accept.error)}</Notice>
      )}
      <Button type="submit" pending={accept.isPending}>
        {officeTexts.accept}
      </Button>
    </form>
  )
}

/** A QR code (ISO/IEC 18004) with its quiet zone: black on white in every theme, because cameras need that. */
function Code({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const edge = rows.length
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${edge} ${edge}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={officeTexts.scan}
    >
      <rect width={edge} height={edge} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <main className={styles.narrow}>
      <div className={styles.form}>
        <PageTitle>{officeTexts.recoveryTitle}</PageTitle>
        <Text>{officeTexts.recoveryWhy}</Text>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Button onClick={onSaved}>{officeTexts.recoverySaved}</Button>
      </div>
    </main>
  )
}
