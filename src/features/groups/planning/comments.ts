import type { DatePoll } from '#contract/datePolls.ts'
import type { Voter } from '#src/store/groups/planning/api.ts'

/** Empty if the member has none. */
export const commentOf = ({ comments = [] }: DatePoll, { member_id }: Pick<Voter, 'member_id'>) =>
  comments.find((comment) => comment.member_id === member_id)?.text ?? ''
