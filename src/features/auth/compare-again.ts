import type { Form } from '../../forms/form.ts'

/** For each change of the first password: what is said under the second one, `again`, is judged anew. */
export function compareAgain<Values extends object>(form: Form<Values>, again: keyof Values & string): () => void {
  return () => {
    if (form.formState.errors[again] !== undefined) form.trigger(again)
  }
}
