import type { Page } from '@playwright/test'

/** Content of a page, read in one call. */
export interface Screen {
  path: string
  heading: string
  dialog: string | null
  /** Names of the buttons and links that can be pressed; only those of an open dialog if there is one. */
  ways: string[]
  question: QuestionOnScreen | null
}

export interface QuestionOnScreen {
  id: string
  number: number
  isReadOnly: boolean
  optionIds: string[]
  chosen: string | null
  /** none, saving, device, server or unsaved: the product's own words for the line under the question. */
  saving: string
  offered: string[]
}

/** Uses no named functions: the compiler marks them with a call that the page does not know. */
export function readScreen(page: Page): Promise<Screen> {
  return page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')
    const pressable = (dialog ?? document).querySelectorAll<HTMLElement>('button:enabled, a[href]')
    const heading = document.querySelector('h1')?.innerText.trim() ?? ''
    const fieldset = document.querySelector<HTMLFieldSetElement>('fieldset:has(input[type=radio][name^="answer-"])')
    const radios = [...(fieldset?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])]
    const conflict = document.querySelector<HTMLElement>('section[aria-labelledby]:has(> div > h2)')
    const offeredTexts = conflict?.innerText.split('\n').map((line) => line.trim()) ?? []
    return {
      path: location.pathname,
      heading,
      dialog: dialog?.querySelector<HTMLElement>('h1, h2')?.innerText.trim() ?? null,
      ways: [...pressable].map((one) => (one.getAttribute('aria-label') ?? one.innerText).trim()),
      question:
        radios.length === 0
          ? null
          : {
              id: radios[0]!.name.slice('answer-'.length),
              number: Number(/\d+/.exec(heading)?.[0]),
              isReadOnly: fieldset!.disabled,
              optionIds: radios.map(({ value }) => value),
              chosen: radios.find(({ checked }) => checked)?.value ?? null,
              saving: document.querySelector<HTMLElement>('[data-saving]')?.dataset.saving ?? 'none',
              offered: radios
                .filter((radio) => offeredTexts.includes(radio.closest('label')!.innerText.trim().split('\n').at(-1)!))
                .map(({ value }) => value),
            },
    }
  })
}
