import type { SignUp } from '#contract/registration.ts'
import { isTimeZone } from '../../config/time.ts'
import { printable } from '../../text/keys.ts'
import { assertAnswered, assertCompanions } from './policy.ts'
import { type EventRow, partyOf, questionsOf } from './repository.ts'

/** What a person has typed who signs up, with an account or without one. @throws Refusal */
export function typedColumns(
  event: EventRow,
  { answers, questions: read, companions = [], time_zone = '' }: Omit<SignUp, 'may_wait'>,
) {
  assertCompanions(event, companions)
  const questions = questionsOf(event)
  assertAnswered(questions, answers, read)
  const given = questions.map(({ text }, index) => ({
    question: text,
    answer: printable(answers[index] ?? '').trim(),
  }))
  return {
    answers: JSON.stringify(given),
    time_zone: isTimeZone(time_zone) ? time_zone : null,
    ...partyOf(event.companion_names === 1 ? companions : companions.map(() => '')),
  }
}
