import { useState, useSyncExternalStore } from 'react'
import { createForm, type Form, type FormOptions } from './form.ts'

/** A form whose screen renders anew at every change of it. The options are those of the first render. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const [form] = useState(() => createForm(options))
  useSyncExternalStore(form.subscribe, form.snapshot, form.snapshot)
  return form
}
