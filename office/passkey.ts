import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { addPasskey, passkeyToAdd, passkeyToUse } from '#contract/staff/passkeys.ts'
import { type AskOffice, askOffice } from './ask-office.ts'

type Options<Start extends (given: { optionsJSON: never }) => unknown> = Parameters<Start>[0]['optionsJSON']

/** Lets the person use a passkey, and returns the browser's answer. Rejects if they closed its dialog. */
export async function answerByPasskey(): Promise<Record<string, unknown>> {
  const { options } = await askOffice(passkeyToUse, {})
  const answer = await startAuthentication({ optionsJSON: options as unknown as Options<typeof startAuthentication> })
  return answer as unknown as Record<string, unknown>
}

/** Makes a passkey in this browser and stores it under this name. */
export async function makePasskey(ask: AskOffice, name: string): Promise<void> {
  const { options } = await ask(passkeyToAdd, {})
  const made = await startRegistration({ optionsJSON: options as unknown as Options<typeof startRegistration> })
  await ask(addPasskey, { body: { name, response: made as unknown as Record<string, unknown> } })
}
