import { createContext, Fragment, type ReactNode, useCallback, useState } from 'react'
import type { Elements } from './elements.ts'

export type QuestionTexts = { yes: string; no: string; close: string }
type Draw = (texts: QuestionTexts) => ReactNode

/** Shows the question of an asker, which replaces its last one; null removes it. */
export const QuestionContext = createContext<(asker: string, draw: Draw | null) => void>(() => {})

type Props = { texts: QuestionTexts; children: Elements }

/** Shows the questions of `useConfirm`, which brings their code: few pages ask, and this is part of the first load. */
export function QuestionHost({ texts, children }: Props) {
  const [questions, setQuestions] = useState<Readonly<Record<string, Draw>>>({})
  const show = useCallback((asker: string, draw: Draw | null) => {
    setQuestions(({ [asker]: _last, ...others }) => (draw ? { ...others, [asker]: draw } : others))
  }, [])
  return (
    <QuestionContext value={show}>
      {children}
      {Object.entries(questions).map(([asker, draw]) => (
        <Fragment key={asker}>{draw(texts)}</Fragment>
      ))}
    </QuestionContext>
  )
}
