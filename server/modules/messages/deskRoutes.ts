import type { AnswerBody } from '#contract/schemas/deskMembers.ts'
import { assertPerson } from '../../desk/actor.ts'
import { actCall } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import { makeResource } from '../../desk/resource.ts'
import { peopleByIds } from '../../desk/rowRepository.ts'
import type { App, Deps } from '../../http/deps.ts'
import { contactAnswerMail } from '../../mail/jobs.ts'
import { enqueue, mailStates } from '../../mail/outbox.ts'
import { assertAnswersSeen } from './policy.ts'
import { presentMail, presentMessage } from './present.ts'
import { countAnswers, insertAnswer, listAnswers, messageStates } from './repository.ts'

/** Messages of the contact form, and the outbox. */
export function messagesModule(desk: App, deps: Deps): void {
  const messages = makeResource<never>(deps, 'messages', {
    logsReading: true,
    list: {
      table: 'contact_messages',
      sortable: ['name', 'email', 'subject', 'created_at', 'read_at'],
      searched: ['name', 'email', 'subject', 'message'],
      states: messageStates,
      sort: ['id', 'desc'],
    },
    async present(db, rows) {
      const ids = rows.map(({ id }) => Number(id))
      const found = await listAnswers(db, ids)
      const people = await peopleByIds(
        db,
        found.map(({ answered_by }) => answered_by),
      )
      const byMessage = Map.groupBy(found, ({ message_id }) => message_id)
      return rows.map((row) => presentMessage(row, byMessage.get(Number(row['id'])) ?? [], people))
    },
  })
  messages.read(desk)
  for (const call of ['read', 'unread'] as const)
    actCall(desk, deps, 'messages', call, {
      act: ({ tx, now, params }) =>
        messages.change(tx, params.id, () => ({ read_at: call === 'read' ? now : null })),
    })

  actCall<'messages', { id: number }, AnswerBody>(desk, deps, 'messages', 'answer', {
    act: ({ tx, now, who, params: { id }, body }) =>
      // The row is locked: of two answers at once, the second one is refused.
      messages.change(tx, id, async (row) => {
        assertAnswersSeen(await countAnswers(tx, id), body.seen)
        assertPerson(who)
        const text = body.text.trim().replace(/\r\n?/g, '\n')
        const answer = { message_id: id, text, answered_by: who.id, answered_at: now }
        const mail = contactAnswerMail(String(row['email']), await insertAnswer(tx, answer))
        await enqueue(tx, mail, now)
        return { read_at: row['read_at'] ?? now }
      }),
  })

  const outbox = makeResource<never>(deps, 'outbox', {
    list: {
      table: 'outbox',
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
  })
  outbox.read(desk)
  actCall(desk, deps, 'outbox', 'retry', {
    act: ({ tx, now, params }) =>
      outbox.change(tx, params.id, (row) => {
        if (row['dead_at'] === null) throw deskErrors.wrongState('This mail was not given up.')
        return { dead_at: null, attempts: 0, next_attempt_at: now }
      }),
  })
}
