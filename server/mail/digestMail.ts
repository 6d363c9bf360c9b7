import Type from 'typebox'
import { DIGEST, takeItems } from './digest.ts'
import type { MailData } from './outbox.ts'
import { type MailWork, mail, mailTable } from './table.ts'
import type { Mail } from './transport.ts'
import type { MailWriters } from './worker.ts'

/** The URL that stops mails of the kind. */
const stopOf = ({ headers }: Mail) => headers?.['List-Unsubscribe']?.slice(1, -1)

/** The writers, with that of digests of what they write. */
export const withDigest = (writers: MailWriters): MailWriters => ({
  ...writers,
  ...mailTable(null, {
    [DIGEST]: mail({
      data: { due: Type.Integer() },
      async find(w, { due }, { id: user }) {
        const mails: Mail[] = []
        for (const { kind, recipient, data } of await takeItems(w, { user, due })) {
          const item = await writers[kind]?.({ recipient, data: JSON.parse(data) as MailData }, w)
          if (item) mails.push(item)
        }
        return mails.length === 0 ? null : mails
      },
      text: 'digest',
      page: () => '/discordia/dashboard',
      choices: async (mails, { kit }: MailWork) => {
        const { open, unsubscribe } = kit.current().texts.mail.layout
        const stops = mails.map(stopOf)
        const rows = mails.map(({ subject, link }, at) => {
          const stop = stops[at]
          const isFirst = stops.indexOf(stop) === at
          return [
            subject,
            [
              ...(link === undefined ? [] : [{ word: open, url: link }]),
              ...(stop === undefined || !isFirst ? [] : [{ word: unsubscribe, url: stop }]),
            ],
          ] as const
        })
        return { rows }
      },
    }),
  }).writers,
})
