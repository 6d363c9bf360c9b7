import type { GroupFacts } from '#contract/groups.ts'
import type { DeskMessage, OutgoingMail } from '#contract/messages.ts'
import type { MailState } from '#contract/sets.ts'
import type { HasDb, RowOf } from '../../db/rows.ts'
import { assertFound, assertPerson, type Change } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, type Readable, readRoutes } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { peopleByIds } from '../../desk/people.ts'
import type { App, Deps } from '../../http/deps.ts'
import { isOfOthers, mailStates } from '../../mail/outbox.ts'
import { enqueueMail } from '../../mail/table.ts'
import { emailKey } from '../../text/keys.ts'
import { iso } from '../../text/time.ts'
import type { WorkOf } from '../../work/work.ts'
import { findNamed, LOOK_UPS, presentFacts } from '../account/lookUp.ts'
import { listUsersByEmailKey } from '../account/repository.ts'
import { contactMails } from './mails.ts'
import { assertAnswersSeen } from './policy.ts'
import {
  type AnswerRow,
  answerKey,
  countAnswers,
  findMessage,
  insertAnswer,
  isFrom,
  listAnswers,
  messageStates,
} from './repository.ts'

export type Others = {
  readonly listGroupFacts: (w: HasDb, name: string) => Promise<readonly GroupFacts[]>
}

export function messagesDeskRoutes(desk: App, deps: Deps, others: Others): void {
  readRoutes(desk, deps, messages)
  changeRoute(desk, deps, 'messages', 'read', markRead)
  changeRoute(desk, deps, 'messages', 'unread', markUnread)
  changeRoute(desk, deps, 'messages', 'answer', answerMessage)
  changeRoute(desk, deps, 'messages', 'lookUp', lookUp(others), LOOK_UPS)
  readRoutes(desk, deps, outbox)
  changeRoute(desk, deps, 'outbox', 'retry', retryMail)
}

const messages: Readable<'messages', 'contact_messages'> = {
  resource: 'messages',
  table: 'contact_messages',
  logsReading: true,
  list: {
    sortable: ['name', 'email', 'subject', 'created_at', 'read_at'],
    searched: ['name', 'email', 'subject', 'message'],
    states: messageStates,
    related: { member_id: isFrom },
    sort: ['id', 'desc'],
  },
  present: presentMessages,
}

async function presentMessages(w: HasDb, rows: readonly RowOf<'contact_messages'>[]) {
  const ids = rows.map(({ id }) => id)
  const answers = await listAnswers(w, ids)
  const authors = answers.map(({ answered_by }) => answered_by)
  const people = await peopleByIds(w, authors)
  const byMessage = Map.groupBy(answers, ({ message_id }) => message_id)
  const keys = rows.map(({ email }) => emailKey(email))
  const senders = await listUsersByEmailKey(w, keys)
  return rows.map((row) =>
    presentMessage(row, {
      answers: byMessage.get(row.id) ?? [],
      people,
      sender: senders.get(emailKey(row.email)),
    }),
  )
}

const outbox: Readable<'outbox', 'outbox'> = {
  resource: 'outbox',
  table: 'outbox',
  visible: isOfOthers,
  list: {
    sortable: [
      'kind',
      'recipient',
      'created_at',
      'attempts',
      'next_attempt_at',
      'done_at',
      'dead_at',
    ],
    filterable: ['kind'],
    searched: ['recipient', 'kind', 'last_error'],
    states: mailStates,
    sort: ['id', 'desc'],
  },
  present: async (_db, rows) => rows.map(presentMail),
}

type OneRecord = { readonly params: { readonly id: number } }

const markRead = (w: DeskWork, { params }: OneRecord) =>
  changeRow(w, messages, params.id, () => ({ read_at: w.now }))

const markUnread = (w: DeskWork, { params }: OneRecord) =>
  changeRow(w, messages, params.id, () => ({ read_at: null }))

/** The message is locked: the second of two simultaneous answers sees the first. */
const answerMessage = (w: WorkOf<DeskWork>, { params, body }: Sent<'messages', 'answer'>) =>
  changeRow(w, messages, params.id, async (row) => {
    assertAnswersSeen(await countAnswers(w, row.id), body.seen)
    assertPerson(w.actor)
    const text = body.text.trim().replace(/\r\n?/g, '\n')
    const answer = { message_id: row.id, text, answered_by: w.actor.id, answered_at: w.now }
    const id = await insertAnswer(w, answer)
    // Enqueued at once: the response shows the state of the mail.
    const data = { answer: id, language: row.language ?? undefined }
    const mail = contactMails.of('contact-answer', data, { onceKey: answerKey(id) })
    await enqueueMail(w, { to: row.email, mail })
    return { read_at: row.read_at ?? w.now }
  })

/** Changes nothing, but the audit log records whose data was shown, and for which message. */
const lookUp =
  ({ listGroupFacts }: Others) =>
  async (w: WorkOf<DeskWork>, { params, body }: Sent<'messages', 'lookUp'>): Promise<Change> => {
    const message = await findMessage(w, params.id)
    assertFound(message)
    const members = await findNamed(w, body.name)
    const groups = await listGroupFacts(w, body.name.trim())
    const after = {
      subject: message.subject,
      members: members.map(({ id, username }) => ({ id, username })),
      groups: groups.map(({ id, name }) => ({ id, name })),
    }
    return { record: message.id, before: null, after, response: { members, groups } }
  }

const retryMail = (w: DeskWork, { params }: OneRecord) =>
  changeRow(w, outbox, params.id, (row) => {
    if (row.dead_at === null) throw deskErrors.wrongState('email_not_failed')
    return { dead_at: null, attempts: 0, next_attempt_at: w.now }
  })

type About = {
  readonly answers: readonly AnswerRow[]
  readonly people: ReadonlyMap<number, { id: number; username: string }>
  readonly sender: Parameters<typeof presentFacts>[0] | undefined
}

const presentMessage = (
  row: RowOf<'contact_messages'>,
  { answers, people, sender }: About,
): DeskMessage => ({
  ...row,
  member: sender ? presentFacts(sender) : null,
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

const presentMail = ({ data: _data, once_key: _key, ...row }: RowOf<'outbox'>): OutgoingMail => ({
  ...row,
  created_at: iso(row.created_at),
  // 0: due at once.
  next_attempt_at: iso(row.next_attempt_at || row.created_at),
  done_at: iso(row.done_at),
  dead_at: iso(row.dead_at),
  state: mailState(row),
})
