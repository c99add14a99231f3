import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { hasRight, type StaffRight, type StaffRole } from '#contract/staff/roles.ts'
import { readStaffSession, type Signed, signOutOfOffice } from '#contract/staff/sign-in.ts'
import { ApiError } from '../src/http/api-error.ts'
import { Button } from '../src/ui/button/button.tsx'
import { NavLink } from '../src/ui/link.tsx'
import { Notice } from '../src/ui/notice.tsx'
import { askOffice, sentenceOf, sessionKey } from './ask-office.ts'
import { AskProvider } from './ask.tsx'
import styles from './office.module.css'
import { officeTexts, roleNames } from './office-texts.ts'
import { ActsPage } from './pages/acts-page.tsx'
import { AttemptPage } from './pages/attempt-page.tsx'
import { HousePage } from './pages/house-page.tsx'
import { InboxPage } from './pages/inbox-page.tsx'
import { InvitationPage } from './pages/invitation-page.tsx'
import { MessagePage } from './pages/message-page.tsx'
import { OrderPage } from './pages/order-page.tsx'
import { OrdersPage } from './pages/orders-page.tsx'
import { OwedPage } from './pages/owed-page.tsx'
import { OwnSessionsPage } from './pages/own-sessions-page.tsx'
import { PeoplePage } from './pages/people-page.tsx'
import { PersonPage } from './pages/person-page.tsx'
import { PromoPage } from './pages/promo-page.tsx'
import { ReportPage } from './pages/report-page.tsx'
import { ReportsPage } from './pages/reports-page.tsx'
import { ShopPage } from './pages/shop-page.tsx'
import { SignInPage } from './pages/sign-in-page.tsx'
import { TeamPage } from './pages/team-page.tsx'
import { TextPage } from './pages/text-page.tsx'
import { TextsPage } from './pages/texts-page.tsx'
import { Shown } from './shown.tsx'

/** The places of the menu, by the right that opens each. */
const places: readonly { path: string; label: string; right: StaffRight }[] = [
  { path: '/people', label: officeTexts.people, right: 'people.read' },
  { path: '/inbox', label: officeTexts.inbox, right: 'people.read' },
  { path: '/orders', label: officeTexts.orders, right: 'money.read' },
  { path: '/owed', label: officeTexts.owed, right: 'money.read' },
  { path: '/shop', label: officeTexts.shop, right: 'shop.read' },
  { path: '/promo', label: officeTexts.promo, right: 'shop.read' },
  { path: '/texts', label: officeTexts.texts, right: 'texts.read' },
  { path: '/reports', label: officeTexts.reports, right: 'questions.read' },
  { path: '/house', label: officeTexts.house, right: 'house.read' },
  { path: '/acts', label: officeTexts.acts, right: 'acts.read' },
  { path: '/team', label: officeTexts.team, right: 'team.act' },
]

/** The person who is signed in; null for nobody. */
async function readSession(): Promise<Signed | null> {
  try {
    return await askOffice(readStaffSession, {})
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_authenticated') return null
    throw error
  }
}

export function OfficeApp() {
  const { pathname } = useLocation()
  const client = useQueryClient()
  const session = useQuery({ queryKey: sessionKey, queryFn: readSession, refetchInterval: 60_000 })
  const signed = (next: Signed) => client.setQueryData(sessionKey, next)
  if (pathname === '/invitation') return <InvitationPage onSigned={signed} />
  return (
    <Shown query={session}>
      {(now) =>
        now === null ? (
          <SignInPage onSigned={signed} />
        ) : (
          <AskProvider>
            <Frame signed={now} />
          </AskProvider>
        )
      }
    </Shown>
  )
}

function Frame({ signed: { name, role } }: { signed: Signed }) {
  const client = useQueryClient()
  const open = places.filter(({ right }) => hasRight(role, right))
  const signOut = useMutation({
    mutationFn: () => askOffice(signOutOfOffice, {}),
    onSuccess: () => {
      // The page observes the session's query, so that one stays.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
      client.setQueryData(sessionKey, null)
    },
  })
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <nav className={styles.nav} aria-label={officeTexts.name}>
          {open.map(({ path, label }) => (
            <NavLink key={path} to={path}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles.who}>
          <NavLink to="/own-sessions">
            {name}, {roleNames[role] ?? role}
          </NavLink>
          <Button variant="border" size="small" pending={signOut.isPending} onClick={() => signOut.mutate()}>
            {officeTexts.signOut}
          </Button>
        </div>
      </header>
      {signOut.error !== null && <Notice tone="danger">{sentenceOf(signOut.error)}</Notice>}
      <main>
        <Pages role={role} first={open[0]?.path ?? '/own-sessions'} />
      </main>
    </div>
  )
}

function Pages({ role, first }: { role: StaffRole; first: string }) {
  const may = (right: StaffRight) => hasRight(role, right)
  return (
    <Routes>
      <Route path="/people" element={<PeoplePage />} />
      <Route path="/people/:id" element={<PersonPage mayAct={may('people.act')} />} />
      <Route path="/attempts/:id" element={<AttemptPage />} />
      <Route path="/inbox" element={<InboxPage />} />
      <Route path="/inbox/:id" element={<MessagePage mayAct={may('people.act')} />} />
      <Route path="/orders" element={<OrdersPage />} />
      <Route
        path="/orders/:id"
        element={<OrderPage mayRefund={may('money.refund')} mayReconcile={may('money.reconcile')} />}
      />
      <Route path="/owed" element={<OwedPage />} />
      <Route path="/shop" element={<ShopPage mayAct={may('shop.act')} />} />
      <Route path="/texts" element={<TextsPage mayAct={may('texts.act')} />} />
      <Route path="/texts/:kind/:ref" element={<TextPage mayAct={may('texts.act')} />} />
      <Route path="/promo" element={<PromoPage mayAct={may('shop.act')} />} />
      <Route path="/reports" element={<ReportsPage />} />
      <Route path="/reports/:id" element={<ReportPage mayAct={may('questions.act')} />} />
      <Route path="/house" element={<HousePage mayAct={may('house.act')} />} />
      <Route path="/acts" element={<ActsPage />} />
      <Route path="/team" element={<TeamPage />} />
      <Route path="/own-sessions" element={<OwnSessionsPage />} />
      <Route path="*" element={<Navigate to={first} replace />} />
    </Routes>
  )
}
