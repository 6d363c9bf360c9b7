import { useTranslation } from 'react-i18next'
import { ANSWER_TEXT_MAX, COMPANION_NAME_MAX, type Registration } from '#contract/registration.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { useForm } from '#src/ui/form/Form.tsx'
import { isBlank } from '#src/ui/form/rules.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextField } from '#src/ui/TextField.tsx'

/* Companions and questions, as members and people without an account are asked. */

type Question = Registration['questions'][number]

/** Answers by the text of the question, not by position: the questions may change while the form is open. */
export type SignUpAnswers = Readonly<Record<string, string>>
const NO_ANSWERS: SignUpAnswers = {}
/** Companions are beside the answers; no question begins with a space. */
const COUNT = ' companions'
export const isAnswer = (key: string): boolean => !key.startsWith(' ')

const missingIn = (questions: readonly Question[], answers: SignUpAnswers) =>
  Object.fromEntries(
    questions
      .filter(({ text, is_required }) => is_required && isBlank(answers[text] ?? ''))
      .map(({ text }) => [text, 'registration.answer_missing' as const]),
  )

/** What the answers say of the people who come, and what is sent of them. */
function useParty({ questions, left, ...registration }: Registration) {
  const { t } = useTranslation()
  const { companions_max = 0, companion_names } = registration
  const countIn = (answers: SignUpAnswers) => Math.min(Number(answers[COUNT] ?? 0), companions_max)
  /** Names are asked as questions are. */
  const namesIn = (answers: SignUpAnswers) =>
    Array.from({ length: companion_names ? countIn(answers) : 0 }, (_, index) => ({
      text: ` ${t('registration.companion', { number: index + 1 })}`,
      is_required: true,
    }))
  const hasSeats = (answers: SignUpAnswers) => left > countIn(answers)
  return {
    companions_max,
    countIn,
    namesIn,
    hasSeats,
    bodyOf: (answers: SignUpAnswers) => {
      const count = countIn(answers)
      const names = namesIn(answers)
      return {
        answers: questions.map(({ text }) => answers[text] ?? ''),
        questions: questions.map(({ text }) => text),
        ...(count > 0 && {
          companions: Array.from({ length: count }, (_, n) => answers[names[n]?.text ?? ''] ?? ''),
        }),
        may_wait: !hasSeats(answers),
        time_zone: readerTimeZone(),
      }
    },
  }
}

type Options = {
  /** The name that the typed texts are kept under. */
  keep: string
  /** The questions that are shown. */
  shownIn?: (answers: SignUpAnswers) => readonly Question[]
  /** Rules of further fields. */
  rules?: (answers: SignUpAnswers) => Readonly<Record<string, MessageKey>>
}

/** The form of a sign-up, with companions and questions. */
export function useSignUpForm(registration: Registration, { keep, shownIn, rules }: Options) {
  const { t } = useTranslation()
  const party = useParty(registration)
  const askedIn = (answers: SignUpAnswers) => [
    ...(shownIn?.(answers) ?? registration.questions),
    ...party.namesIn(answers),
  ]
  const form = useForm({
    initial: NO_ANSWERS,
    rules: (answers) => ({ ...missingIn(askedIn(answers), answers), ...rules?.(answers) }),
    say: t,
    keep,
  })
  useUnsaved(keep, Object.values(form.values))
  return { form, party, asked: askedIn(form.values), hasSeats: party.hasSeats(form.values) }
}

type Props = Pick<ReturnType<typeof useSignUpForm>, 'form' | 'party'>

export function CompanionsChoice({ form, party: { companions_max, countIn } }: Props) {
  const { t } = useTranslation()
  if (companions_max === 0) return null
  return (
    <Select
      label={t('registration.companions')}
      value={countIn(form.values)}
      options={Array.from({ length: companions_max + 1 }, (_, value) => ({
        value,
        label: t('registration.companions_with', { count: value }),
      }))}
      onChange={(chosen) => form.set({ [COUNT]: String(chosen) })}
      className="w-full sm:max-w-md"
    />
  )
}

type FieldsProps = Pick<Props, 'form'> & {
  questions: readonly Question[]
  /** The first question takes the focus when it is shown. */
  isFocused?: boolean
}

export function QuestionFields({ form, questions, isFocused = false }: FieldsProps) {
  return questions.map(({ text, is_required }, index) => (
    <TextField
      key={text}
      {...form.field(text)}
      name={`answer-${index}`}
      value={form.values[text] ?? ''}
      label={text}
      autoComplete="off"
      autoFocus={isFocused && index === 0 && isAnswer(text)}
      required={is_required}
      maxLength={isAnswer(text) ? ANSWER_TEXT_MAX : COMPANION_NAME_MAX}
      className="w-full sm:max-w-md"
    />
  ))
}

/** What the star of a field means; nothing where no field has one. */
export function RequiredHint({ questions }: Pick<FieldsProps, 'questions'>) {
  const { t } = useTranslation()
  if (!questions.some(({ is_required }) => is_required)) return null
  return <p className="text-sm text-ink-soft">{t('registration.required_hint')}</p>
}
