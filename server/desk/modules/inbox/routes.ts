import type { App, Deps } from '../../../deps.ts'
import { actCall } from '../../calls.ts'
import { deskErrors } from '../../errors.ts'
import { makeResource } from '../../resource.ts'
import { presentMail, presentMessage } from './present.ts'
import { mailStates, messageStates } from './repository.ts'

/** What came in by the contact form, and what is to go out by mail. */
export function inboxModule(desk: App, deps: Deps): void {
  const messages = makeResource<never>(deps, 'messages', {
    logsReading: true,
    list: {
      table: 'contact_messages',
      sortable: ['name', 'email', 'subject', 'created_at', 'read_at'],
      searched: ['name', 'email', 'subject', 'message'],
      states: messageStates,
      sort: ['id', 'desc'],
    },
    present: async (_db, rows) => rows.map(presentMessage),
  })
  messages.read(desk)
  for (const call of ['read', 'unread'] as const)
    actCall(desk, deps, 'messages', call, {
      act: ({ tx, now, params }) =>
        messages.change(tx, params.id, () => ({ read_at: call === 'read' ? now : null })),
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
