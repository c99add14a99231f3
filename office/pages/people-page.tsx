import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { findPeople } from '#contract/staff/people.ts'
import { Button } from '../../src/ui/button/button.tsx'
import { TextField } from '../../src/ui/field/text-field.tsx'
import { PageTitle } from '../../src/ui/page.tsx'
import { sentenceOf } from '../ask-office.ts'
import { useAsk } from '../ask.tsx'
import styles from '../office.module.css'
import { officeTexts } from '../office-texts.ts'

export function PeoplePage() {
  const ask = useAsk()
  const navigate = useNavigate()
  const [what, setWhat] = useState('')
  const find = useMutation({
    mutationFn: () => ask(findPeople, { query: { what } }),
    onSuccess: ({ id }) => navigate(`/people/${id}`),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <PageTitle>{officeTexts.people}</PageTitle>
      <TextField
        label={officeTexts.findLabel}
        hint={officeTexts.findHint}
        error={find.error === null ? undefined : sentenceOf(find.error)}
        value={what}
        onChange={({ target }) => setWhat(target.value)}
        type="search"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={254}
      />
      <Button type="submit" pending={find.isPending}>
        {officeTexts.find}
      </Button>
    </form>
  )
}
