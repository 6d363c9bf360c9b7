import type { PollAnswers } from '#contract/datePolls.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { DateAnswered, Plan } from '#contract/planning.ts'
import { selectProfile } from '../../account/selectors.ts'
import type { ApiState } from '../../http/baseApi.ts'
import { groupsApi } from '../api.ts'

/** The member who answers. */
export type Voter = { readonly member_id: MemberId; readonly name: string }

/** The reader as a member of the group; null until profile and groups are there. */
export function readerIn(group_id: GroupId, state: { readonly api: ApiState }): Voter | null {
  const profile = selectProfile(state)
  const { data: groups = [] } = groupsApi.endpoints.listGroups.select()(state)
  const members = groups.find(({ id }) => id === group_id)?.members ?? []
  const own = members.find(({ name }) => name === profile?.username)
  return own ? { member_id: own.id, name: own.name } : null
}

type Given<Answer> = { member_id: MemberId; name: string; answer: Answer }
type Answered<Answer> = { mine: Answer | null; answers: Given<Answer>[] }

function put<Answer>(row: Answered<Answer>, answer: Answer, voter: Voter | null): void {
  row.mine = answer
  if (voter === null) return
  const own = row.answers.find(({ member_id }) => member_id === voter.member_id)
  if (own) own.answer = answer
  else row.answers.push({ ...voter, answer })
}

type Cast<Body, Key extends keyof Body> = Pick<Body, Key> & { readonly id: number }

/** Puts an answer to a date into the plan before the response has it. */
export function voteOnDate(
  plan: Plan,
  { id, answer }: Cast<DateAnswered, 'answer'>,
  voter: Voter | null,
): void {
  for (const date of plan.dates) if (date.id === id) put(date, answer, voter)
}

/** Puts answers to options of a poll into the plan. */
export function voteInPoll(
  plan: Plan,
  { id, answers }: Cast<PollAnswers, 'answers'>,
  voter: Voter | null,
): void {
  const options = plan.polls.find((poll) => poll.id === id)?.options ?? []
  for (const { option_id, answer } of answers)
    for (const option of options) if (option.id === option_id) put(option, answer, voter)
}
