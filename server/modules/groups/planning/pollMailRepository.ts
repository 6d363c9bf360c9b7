import type { DatePollId, MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import { POLLS_MAX } from './limits.ts'
import { listOptions } from './pollRepository.ts'

export type MailablePoll = Awaited<ReturnType<typeof listMailablePolls>>[number]

/** Open polls with their dates ahead, and a member of their group whose account is active. */
export async function listMailablePolls(w: Read, ids: readonly DatePollId[], user: MemberId) {
  const polls = await w.db
    .selectFrom('date_polls as p')
    .innerJoin('memberships as m', 'm.group_id', 'p.group_id')
    .innerJoin('users', 'users.id', 'm.user_id')
    .innerJoin('groups', 'groups.id', 'p.group_id')
    .leftJoin('users as maker', 'maker.id', 'p.made_by')
    .select(['p.id', 'p.group_id', 'p.made_by', 'p.title', 'p.notes', 'p.closes_at'])
    .select(['p.time_zone', 'maker.username as maker', 'groups.name as group'])
    .select(['users.email', 'users.username'])
    .select(({ fn }) => fn.coalesce('m.time_zone', 'users.time_zone').as('own_zone'))
    .where(isOneOf(w.db, 'p.id', ids))
    .where('p.state', '=', 'open')
    .where((is) => is.or([is('p.closes_at', 'is', null), is('p.closes_at', '>', w.now)]))
    .where('m.user_id', '=', user)
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)
    .orderBy('p.id')
    .limit(POLLS_MAX)
    .execute()
  const open = polls.map(({ id }) => id)
  const options = await listOptions(w, open)
  const answered = await listAnswered(w, open, user)
  return polls.map((poll) => {
    const own = options.filter(({ poll_id }) => poll_id === poll.id)
    const ahead = own.filter(({ starts_at }) => starts_at > w.now)
    return {
      ...poll,
      ahead,
      unanswered: ahead.filter(({ id }) => !answered.has(id)),
      hasAnswered: own.some(({ id }) => answered.has(id)),
    }
  })
}

async function listAnswered(w: HasDb, polls: readonly DatePollId[], user: MemberId) {
  const rows = await w.db
    .selectFrom('date_answers')
    .innerJoin('date_options', 'date_options.id', 'date_answers.option_id')
    .select('date_options.id')
    .where(isOneOf(w.db, 'poll_id', polls))
    .where('user_id', '=', user)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
