import type { Deps } from '../../http/deps.ts'
import { renderMail } from '../../mail/renderMail.ts'
import { recipientKit } from '../../mail/worker.ts'
import { mailFailure } from './probes.ts'
import { noteFact } from './repository.ts'

type Asked = Pick<Deps, 'db' | 'clock' | 'settings'> & {
  readonly kit: Pick<Deps['kit'], 'current'>
}

/**
 * Sends an email at once, past the outbox, to learn the words of the mail server.
 * @returns them where it did not accept the email; null where it did
 */
export async function sendTestMail(
  { db, clock, settings, kit }: Asked,
  to: string,
): Promise<string | null> {
  const mail = renderMail(await recipientKit({ db, kit }, { recipient: to }), 'test', {
    to,
    link: settings.publicUrl,
  })
  const origin = { id: 0, kind: 'test', created_at: clock() }
  const failure = await mailFailure(settings, ({ send }) => send(mail, origin))
  await noteFact({ db }, 'test_mail', failure ?? '', clock())
  return failure
}
