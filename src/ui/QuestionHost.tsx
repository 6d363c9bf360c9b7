import { createContext, Fragment, type ReactNode, useCallback, useState } from 'react'
import type { Elements } from './elements.ts'

/** Shows the question of an asker, which replaces its last one; null removes it. */
export const QuestionContext = createContext<(asker: string, question: ReactNode) => void>(() => {})

/** Shows the questions of `useConfirm`, which brings their code: few pages ask, and this is part of the first load. */
export function QuestionHost({ children }: { children: Elements }) {
  const [questions, setQuestions] = useState<Readonly<Record<string, ReactNode>>>({})
  const show = useCallback((asker: string, question: ReactNode) => {
    setQuestions(({ [asker]: _last, ...others }) =>
      question ? { ...others, [asker]: question } : others,
    )
  }, [])
  return (
    <QuestionContext value={show}>
      {children}
      {Object.entries(questions).map(([asker, question]) => (
        <Fragment key={asker}>{question}</Fragment>
      ))}
    </QuestionContext>
  )
}
