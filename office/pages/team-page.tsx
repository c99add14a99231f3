import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EndpointReply } from '#contract/endpoint.ts'
import { type StaffRole, staffRoles } from '#contract/staff/roles.ts'
import { changeMemberRole, endMember, inviteMember, listTeam } from '#contract/staff/team.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { SelectField } from '../../src/ui/field/select-field.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { ActForm } from '../act-form.tsx'
import { useAsk } from '../ask.tsx'
import { moment } from '../format.ts'
import styles from '../office.module.css'
import { officeTexts, roleNames, stateNames } from '../office-texts.ts'
import { Shown } from '../shown.tsx'
import { Table } from '../table.tsx'

type Member = EndpointReply<typeof listTeam>['results'][number]
type Opened = { act: 'invite' } | { act: 'role' | 'end'; member: Member } | null

export function TeamPage() {
  const ask = useAsk()
  const team = useQuery({ queryKey: ['team'], queryFn: () => ask(listTeam, {}) })
  const [opened, setOpened] = useState<Opened>(null)
  const ends = { onDone: () => void team.refetch(), onClose: () => setOpened(null) }
  return (
    <div className={styles.page}>
      <PageTitle>{officeTexts.team}</PageTitle>
      <div>
        <Button onClick={() => setOpened({ act: 'invite' })}>{officeTexts.invite}</Button>
      </div>
      <Shown query={team}>
        {({ results }) => (
          <Table
            label={officeTexts.team}
            rows={results}
            keyOf={({ id }) => id}
            columns={[
              { name: officeTexts.memberName, renderCell: ({ name }) => name },
              { name: officeTexts.email, renderCell: ({ email }) => email },
              { name: officeTexts.role, renderCell: ({ role }) => roleNames[role] ?? role },
              { name: 'Стан', renderCell: ({ state }) => stateNames[state] ?? state },
              { name: 'Востаннє', isNumber: true, renderCell: ({ last_seen_at }) => moment(last_seen_at) },
              {
                name: 'Дії',
                renderCell: (member) =>
                  member.state !== 'ended' && (
                    <div className={styles.line}>
                      <Button variant="border" size="small" onClick={() => setOpened({ act: 'role', member })}>
                        {officeTexts.changeRole}
                      </Button>
                      <Button variant="border" size="small" onClick={() => setOpened({ act: 'end', member })}>
                        {officeTexts.endMember}
                      </Button>
                    </div>
                  ),
              },
            ]}
          />
        )}
      </Shown>
      {opened?.act === 'invite' && <InviteForm {...ends} />}
      {opened?.act === 'role' && <RoleForm member={opened.member} {...ends} />}
      {opened?.act === 'end' && (
        <ActForm
          title={`${officeTexts.endMember}: ${opened.member.name}`}
          isPlain
          act={({ reason }) => ask(endMember, { params: { id: opened.member.id }, body: { reason } })}
          {...ends}
        />
      )}
    </div>
  )
}

interface Ends {
  onDone: () => void
  onClose: () => void
}

const roleOptions = staffRoles.map((value) => ({ value, label: roleNames[value] ?? value }))

function InviteForm(ends: Ends) {
  const ask = useAsk()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<StaffRole>('support')
  const act = async ({ reason }: { reason: string }) => {
    await ask(inviteMember, { body: { email: email.trim(), name, role, reason } })
    return { said: officeTexts.inviteSent }
  }
  return (
    <ActForm title={officeTexts.invite} isPlain act={act} {...ends}>
      <TextField
        label={officeTexts.email}
        type="email"
        autoComplete="off"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        required
        maxLength={254}
      />
      <TextField
        label={officeTexts.memberName}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        required
        minLength={2}
        maxLength={80}
      />
      <SelectField
        label={officeTexts.role}
        options={roleOptions}
        value={role}
        onChange={({ target }) => setRole(target.value as StaffRole)}
      />
    </ActForm>
  )
}

function RoleForm({ member, ...ends }: Ends & { member: Member }) {
  const ask = useAsk()
  const [role, setRole] = useState<StaffRole>(member.role)
  return (
    <ActForm
      title={`${officeTexts.changeRole}: ${member.name}`}
      isPlain
      act={({ reason }) => ask(changeMemberRole, { params: { id: member.id }, body: { role, reason } })}
      {...ends}
    >
      <SelectField
        label={officeTexts.role}
        options={roleOptions}
        value={role}
        onChange={({ target }) => setRole(target.value as StaffRole)}
      />
    </ActForm>
  )
}
