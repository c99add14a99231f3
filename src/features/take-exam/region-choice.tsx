import { useState } from 'react'
import type { Region } from '#contract/regions.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { regionOptions, regionTexts } from '../../messages/regions.ts'
import { saveProfile } from '../../session/save-profile.ts'
import { SelectField } from '../../ui/field/select-field.tsx'

/** The region whose alarms the exam reports. The profile saves a choice immediately. */
export function RegionChoice({ region }: { region: string }) {
  /** The choice that the profile does not have yet; null without one. */
  const [sent, setSent] = useState<string | null>(null)
  const [error, setError] = useState('')
  const choose = async (chosen: string) => {
    setSent(chosen)
    setError('')
    try {
      await saveProfile({ region: chosen as Region | '' })
    } catch (failure) {
      setError(failureSentence(failure, regionTexts.failed, messages.networkRussian))
    }
    setSent((latest) => (latest === chosen ? null : latest))
  }
  return (
    <SelectField
      label={regionTexts.label}
      hint={regionTexts.isFor}
      options={regionOptions}
      value={sent ?? region}
      error={error}
      onChange={(event) => void choose(event.currentTarget.value)}
    />
  )
}
