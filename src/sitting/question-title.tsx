import { useEffect, useState } from 'react'
import { examTexts } from '../messages/exam.ts'
import { afterPaint } from './after-paint.ts'
import { useSittingTexts } from './sitting-texts.ts'

interface QuestionTitleProps {
  number: number
  total: number
}

/**
 * The tab's title. Mount it once for all questions: a new one each time is an addition to the head of the page and a
 * removal from it. A browser spends some milliseconds on every change, and the next question does not wait for them.
 */
export function QuestionTitle({ number, total }: QuestionTitleProps) {
  const { label } = useSittingTexts()
  const text = `${examTexts.questionOf(number, total)} · ${label}`
  const [shown, setShown] = useState(text)
  useEffect(() => afterPaint(() => setShown(text)), [text])
  return <title>{shown}</title>
}
