import type { Row, Scalar } from '../../desk/lists.ts'
import { iso } from '../../desk/present.ts'
import type { AnswerRow } from './repository.ts'

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
    // Retention deletes dead mails and keeps the keys of sent ones.
    state: mail === undefined ? 'dead' : mailState(mail),
  })),
})

type Outcome = { readonly done_at?: Scalar; readonly dead_at?: Scalar }
const mailState = ({ done_at, dead_at }: Outcome): string =>
  done_at != null ? 'sent' : dead_at != null ? 'dead' : 'waiting'

/** Without the data of the mail writers. */
export const presentMail = ({ data: _data, once_key: _key, ...row }: Row) => ({
  ...row,
  created_at: iso(row['created_at']),
  // 0: due at once.
  next_attempt_at: iso(row['next_attempt_at'] || row['created_at']),
  done_at: iso(row['done_at']),
  dead_at: iso(row['dead_at']),
  state: mailState(row),
})
