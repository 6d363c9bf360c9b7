import type { Row, Scalar } from '../../desk/lists.ts'
import { iso } from '../../desk/present.ts'
import type { AnswerRow } from './deskRepository.ts'

type People = ReadonlyMap<number, { id: number; username: string }>

export const presentMessage = (row: Row, answers: readonly AnswerRow[], people: People) => ({
  ...row,
  created_at: iso(row['created_at']),
  read_at: iso(row['read_at']),
  answers: answers.map(({ id, answered_by, answered_at, text, mail }) => ({
    id,
    by: { id: answered_by, username: people.get(answered_by)?.username ?? '' },
    at: iso(answered_at),
    text,
    // A given-up mail is deleted after a while, a sent one stays known by its key.
    state: mail === undefined ? 'dead' : mailState(mail),
  })),
})

type Ended = { readonly done_at?: Scalar; readonly dead_at?: Scalar }
const mailState = ({ done_at, dead_at }: Ended): string =>
  done_at != null ? 'sent' : dead_at != null ? 'dead' : 'waiting'

/** Without the data that the writers need. */
export const presentMail = ({ data: _data, once_key: _key, ...row }: Row) => ({
  ...row,
  created_at: iso(row['created_at']),
  // Zero for a mail that waits for nothing.
  next_attempt_at: iso(row['next_attempt_at'] || row['created_at']),
  done_at: iso(row['done_at']),
  dead_at: iso(row['dead_at']),
  state: mailState(row),
})
