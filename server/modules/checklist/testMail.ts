import { messageOf } from '../../config/thrown.ts'
import type { Deps } from '../../http/deps.ts'
import { renderMail } from '../../mail/renderMail.ts'
import { makeTransport } from '../../mail/transport.ts'
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
  const failure = await tryTestMail({ clock, settings, kit }, to)
  await noteFact(db, 'test_mail', failure ?? '', clock())
  return failure
}

/** The same without a note. */
export async function tryTestMail(
  { clock, settings, kit }: Omit<Asked, 'db'>,
  to: string,
): Promise<string | null> {
  const transport = makeTransport(settings, { info: () => undefined })
  const mail = renderMail(kit.current(), 'test', { to, link: settings.publicUrl })
  try {
    await transport.send(mail, { id: 0, kind: 'test', created_at: clock() })
    return null
  } catch (error) {
    return messageOf(error)
  } finally {
    transport.close()
  }
}
