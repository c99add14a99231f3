import { useEffect, useId, useRef, useState } from 'react'
import { ageBands, genders, schoolings } from '#contract/profile-change.ts'
import { showFieldErrors, useForm } from '../../ui/form.ts'
import { failureSentence, messages } from '../../messages/messages.ts'
import { accountMessages } from '../../messages/account-messages.ts'
import { profileTexts } from '../../messages/profile.ts'
import { regionOptions, regionTexts } from '../../messages/regions.ts'
import { dropDraft, readDraft, useDraft } from '../../session/drafts.ts'
import { saveProfile } from '../../session/save-profile.ts'
import type { User } from '../../session/session-state.ts'
import { Actions } from '../../ui/modal/modal.tsx'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Notice, StatusNotice } from '../../ui/notice.tsx'
import styles from './profile-form.module.css'
import { profileResolver, profileValues, type ProfileValues } from './profile-form-rules.ts'

/** The fields that a person may change about themselves. Unsaved changes can be undone. */
export function ProfileForm({ user }: { user: User }) {
  const form = useForm<ProfileValues>({
    resolver: profileResolver,
    defaultValues: profileValues(user),
    typed: readDraft('profile'),
  })
  useDraft(form, 'profile')
  const ageIsFor = useId()
  const [isSaved, setSaved] = useState(false)
  const saveButton = useRef<HTMLButtonElement>(null)
  const { errors, isSubmitting, isDirty } = form.formState
  // This device's copy of the profile shows immediately. The server's values then replace all fields but the typed ones.
  useEffect(() => {
    // During a submission only `submit` knows what was typed since.
    if (!isSubmitting) form.renew(profileValues(user))
  }, [form, user, isSubmitting])

  /** Only touched fields are sent: another device may have changed the others since this page was drawn. */
  const touched = (values: ProfileValues): Partial<ProfileValues> =>
    Object.fromEntries(Object.entries(values).filter(([field]) => form.isFieldDirty(field as keyof ProfileValues)))

  const submit = form.handleSubmit(async (values) => {
    setSaved(false)
    try {
      const written = touched(form.snapshot().values)
      await saveProfile(touched(values))
      dropDraft('profile', written)
      form.settle(values)
      setSaved(true)
    } catch (error) {
      if (showFieldErrors(form, error)) return
      form.setError('root', {
        message: failureSentence(error, accountMessages.profileSaveFailed, messages.networkRussian),
      })
    }
  })
  const undo = () => {
    // The pressed button disappears with the changes, so its neighbour takes the focus.
    saveButton.current?.focus()
    form.reset()
  }
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)} onInput={() => setSaved(false)}>
      <div className={styles.pair}>
        <TextField
          label={profileTexts.firstName}
          autoComplete="given-name"
          error={errors.first_name?.message}
          {...form.register('first_name')}
        />
        <TextField
          label={profileTexts.lastName}
          autoComplete="family-name"
          error={errors.last_name?.message}
          {...form.register('last_name')}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label={profileTexts.phone}
          type="tel"
          autoComplete="tel"
          error={errors.phone_number?.message}
          {...form.register('phone_number')}
        />
        <SelectField
          label={profileTexts.gender}
          options={genders.map((gender) => ({ value: gender, label: profileTexts.genders[gender] }))}
          error={errors.gender?.message}
          {...form.register('gender')}
        />
      </div>
      <TextField
        multiline
        label={profileTexts.description}
        error={errors.description?.message}
        {...form.register('description')}
      />
      {user.region != null && (
        <SelectField
          label={regionTexts.label}
          hint={regionTexts.isFor}
          options={regionOptions}
          error={errors.region?.message}
          {...form.register('region')}
        />
      )}
      {user.age != null && (
        <div role="group" aria-describedby={ageIsFor} className={styles.pair}>
          <SelectField
            label={profileTexts.age}
            options={ageBands.map((age) => ({ value: age, label: profileTexts.ages(age) }))}
            error={errors.age?.message}
            {...form.register('age')}
          />
          <SelectField
            label={profileTexts.schooling}
            options={schoolings.map((each) => ({ value: each, label: profileTexts.schoolings[each] }))}
            error={errors.schooling?.message}
            {...form.register('schooling')}
          />
          <p id={ageIsFor} className={styles.note}>
            {profileTexts.ageIsFor}
          </p>
        </div>
      )}
      {errors.root && <Notice tone="danger">{errors.root.message}</Notice>}
      <StatusNotice>{isSaved && !isDirty && profileTexts.saved}</StatusNotice>
      <Actions>
        <Button ref={saveButton} type="submit" pending={isSubmitting}>
          {profileTexts.save}
        </Button>
        {isDirty && (
          <Button variant="tertiary" disabled={isSubmitting} onClick={undo}>
            {profileTexts.undo}
          </Button>
        )}
      </Actions>
    </form>
  )
}
