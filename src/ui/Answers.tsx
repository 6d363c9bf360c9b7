type Answer = { question: string; answer: string }
type Props = { answers: readonly Answer[]; label: string }

/** Questions of a sign-up with their answers; nothing where none is answered. */
export function Answers({ answers, label }: Props) {
  const given = answers.filter(({ answer }) => answer !== '')
  return given.length === 0 ? null : (
    <dl aria-label={label} className="w-full">
      {given.map(({ question, answer }) => (
        <div key={question} className="mt-2">
          <dt className="text-sm text-ink-soft wrap-anywhere">{question}</dt>
          <dd className="wrap-anywhere">{answer}</dd>
        </div>
      ))}
    </dl>
  )
}
