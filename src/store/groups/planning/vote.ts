import type { PollAnswers } from '#contract/datePolls.ts'
import type { MemberId } from '#contract/ids.ts'
import type { DateAnswered, Plan } from '#contract/planning.ts'

/** The member who answers. */
export type Voter = { readonly member_id: MemberId; readonly name: string }

type Given<Answer> = { member_id: MemberId; name: string; answer: Answer }
type Answered<Answer> = { mine: Answer | null; answers: Given<Answer>[] }

function put<Answer>(row: Answered<Answer>, answer: Answer, voter: Voter | null): void {
  row.mine = answer
  if (voter === null) return
  const own = row.answers.find(({ member_id }) => member_id === voter.member_id)
  if (own) own.answer = answer
  else row.answers.push({ ...voter, answer })
}

type Cast<Body> = Pick<Body, Extract<keyof Body, 'answer' | 'answers'>> & {
  readonly id: number
  readonly reader?: Voter | null
}

/** Puts an answer to a date into the plan before the response has it. */
export function voteOnDate(plan: Plan, { id, answer, reader = null }: Cast<DateAnswered>): void {
  for (const date of plan.dates) if (date.id === id) put(date, answer, reader)
}

/** Puts answers to options of a poll into the plan. */
export function voteInPoll(plan: Plan, { id, answers, reader = null }: Cast<PollAnswers>): void {
  const options = plan.polls.find((poll) => poll.id === id)?.options ?? []
  for (const { option_id, answer } of answers)
    for (const option of options) if (option.id === option_id) put(option, answer, reader)
}
