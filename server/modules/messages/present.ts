import type { DeskMessage, OutgoingMail } from '#contract/messages.ts'
import type { MailState } from '#contract/sets.ts'
import type { RowOf } from '../../db/rows.ts'
import { iso } from '../../text/time.ts'
import { accountState } from '../account/state.ts'
import type { AnswerRow } from './repository.ts'

type Account = Parameters<typeof accountState>[0] & { id: number; username: string }

export const presentAccount = (account: Account): NonNullable<DeskMessage['member']> => ({
  id: account.id,
  username: account.username,
  state: accountState(account),
})

type About = {
  readonly answers: readonly AnswerRow[]
  readonly people: ReadonlyMap<number, { id: number; username: string }>
  readonly sender: Account | undefined
}

export const presentMessage = (
  row: RowOf<'contact_messages'>,
  { answers, people, sender }: About,
): DeskMessage => ({
  ...row,
  member: sender ? presentAccount(sender) : null,
  created_at: iso(row.created_at),
  read_at: iso(row.read_at),
  answers: answers.map(({ id, answered_by, answered_at, text, mail }) => ({
    id,
    by: { id: answered_by, username: people.get(answered_by)?.username ?? '' },
    at: iso(answered_at),
    text,
    // Retention deletes dead mails and keeps the keys of sent ones.
    state: mail === undefined ? 'dead' : mailState(mail),
  })),
})

type Ended = { readonly done_at: number | null; readonly dead_at: number | null }
const mailState = ({ done_at, dead_at }: Ended): MailState =>
  done_at !== null ? 'sent' : dead_at !== null ? 'dead' : 'waiting'

export const presentMail = ({
  data: _data,
  once_key: _key,
  ...row
}: RowOf<'outbox'>): OutgoingMail => ({
  ...row,
  created_at: iso(row.created_at),
  // 0: due at once.
  next_attempt_at: iso(row.next_attempt_at || row.created_at),
  done_at: iso(row.done_at),
  dead_at: iso(row.dead_at),
  state: mailState(row),
})
