import type { DeskMessage, OutgoingMail } from '#contract/schemas/deskMessages.ts'
import type { MailState } from '#contract/sets.ts'
import type { RowOf } from '../../desk/rows.ts'
import { iso } from '../../text/time.ts'
import type { AnswerRow } from './deskRepository.ts'

type People = ReadonlyMap<number, { id: number; username: string }>

export const presentMessage = (
  row: RowOf<'contact_messages'>,
  answers: readonly AnswerRow[],
  people: People,
): DeskMessage => ({
  ...row,
  created_at: iso(row.created_at),
  read_at: iso(row.read_at),
  answers: answers.map(({ id, answered_by, answered_at, text, mail }) => ({
    id,
    by: { id: answered_by, username: people.get(answered_by)?.username ?? '' },
    at: iso(answered_at),
    text,
    // A given-up mail is deleted after a while, a sent one stays known by its key.
    state: mail === undefined ? 'dead' : mailState(mail),
  })),
})

type Ended = { readonly done_at: number | null; readonly dead_at: number | null }
const mailState = ({ done_at, dead_at }: Ended): MailState =>
  done_at !== null ? 'sent' : dead_at !== null ? 'dead' : 'waiting'

/** Without the data that the writers need. */
export const presentMail = ({
  data: _data,
  once_key: _key,
  ...row
}: RowOf<'outbox'>): OutgoingMail => ({
  ...row,
  created_at: iso(row.created_at),
  // Zero for a mail that waits for nothing.
  next_attempt_at: iso(row.next_attempt_at || row.created_at),
  done_at: iso(row.done_at),
  dead_at: iso(row.dead_at),
  state: mailState(row),
})
