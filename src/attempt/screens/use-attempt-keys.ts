import { useEffect, useState } from 'react'
import type { AnswerValue, Question } from '#contract/question.ts'
import { chooseOption } from './question-view.tsx'

interface ExamKeys {
  question: Question
  value: AnswerValue | null
  position: number
  isReadOnly: boolean
  onAnswer: (value: AnswerValue | null) => void
  onVisit: (position: number) => void
  onFlag: () => void
}

export interface KeySwitch {
  readonly areOn: boolean
  /** One of them was pressed: there is a keyboard, whatever the media queries say. */
  readonly wereUsed: boolean
  readonly turn: (on: boolean) => void
}

/**
 * Digits choose options, the left and right arrows turn to another question, F flags (by the key's place, so that the
 * Ukrainian layout works too). In a focused group of options the arrows belong to the group (ARIA's pattern): a screen reader
 * in its focus mode knows no other way through it. It must be possible to turn off keys without a modifier (WCAG 2.1.4): they
 * disturb people who speak to their computer. The switch holds for the exams to come on this device.
 */
export function useExamKeys(parts: ExamKeys): KeySwitch {
  const [areOn, setOn] = useDeviceSwitch('exam_keys_off')
  const [wereUsed, setUsed] = useState(false)
  useEffect(() => {
    if (!areOn) return
    const press = (event: KeyboardEvent) => {
      if (isTakenElsewhere(event)) return
      if (!act(event, parts)) return
      event.preventDefault()
      setUsed(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  const turn = (on: boolean) => {
    setOn(on)
    // The switch stays under the finger that turned it.
    setUsed(true)
  }
  return { areOn, wereUsed, turn }
}

function isTakenElsewhere({ target, ctrlKey, altKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey || defaultPrevented) return true
  if (document.querySelector('dialog[open]') !== null) return true
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox'
}

function act(
  { code, key, target }: KeyboardEvent,
  { question, value, position, isReadOnly, ...on }: ExamKeys,
): boolean {
  if (code === 'ArrowRight' || code === 'ArrowLeft') {
    if (target instanceof HTMLInputElement && target.type === 'radio') return false
    on.onVisit(position + (code === 'ArrowRight' ? 1 : -1))
    return true
  }
  if (code === 'KeyF') {
    on.onFlag()
    return true
  }
  const option = /^[1-9]$/.test(key) ? question.options?.[Number(key) - 1] : undefined
  if (option === undefined || isReadOnly) return false
  on.onAnswer(chooseOption(question, value, option.id))
  return true
}

/** A switch for this device's exams, on by default. Off is kept under `name`; where storage is forbidden, for one attempt. */
export function useDeviceSwitch(name: string): readonly [isOn: boolean, turn: (on: boolean) => void] {
  const [isOn, setOn] = useState(() => isKeptOn(name))
  const turn = (on: boolean) => {
    keep(name, on)
    setOn(on)
  }
  return [isOn, turn]
}

function isKeptOn(name: string): boolean {
  try {
    return localStorage.getItem(name) === null
  } catch {
    return true
  }
}

function keep(name: string, on: boolean): void {
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'yes')
  } catch {
    // Storage is forbidden or full: the switch holds for the attempt on the screen.
  }
}
