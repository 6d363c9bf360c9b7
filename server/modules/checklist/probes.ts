import type { Settings } from '../../config/env.ts'
import { messageOf } from '../../config/thrown.ts'
import type { Deps } from '../../http/deps.ts'
import { renderMail } from '../../mail/renderMail.ts'
import { makeTransport, type Transport } from '../../mail/transport.ts'
import { recipientKit } from '../../mail/worker.ts'
import { check, type FoundCheck } from '../../text/check.ts'
import { noteFact } from './repository.ts'

/** Proxies wait this long for a server, too. */
const URL_TIMEOUT_MS = 10_000

/** @returns the words of the mail server, or of the connection, where `use` fails; null where it works */
export async function mailFailure(
  settings: Settings,
  use: (transport: Transport) => Promise<unknown>,
): Promise<string | null> {
  const transport = makeTransport(settings, { info: () => undefined })
  try {
    await use(transport)
    return null
  } catch (error) {
    return messageOf(error)
  } finally {
    transport.close()
  }
}

/** Connects to the mail server and logs in. @returns null where that works, or where there is no mail server */
export async function probeMail(settings: Settings): Promise<FoundCheck | null> {
  const reason = await mailFailure(settings, async ({ verify }) => verify?.())
  return reason === null ? null : check('mail', 'wrong_login', { reason })
}

/** Opens the site as members do. @returns null where it responds as a site of this kind */
export async function probeUrl({ publicUrl: url }: Settings): Promise<FoundCheck | null> {
  try {
    const response = await fetch(`${url}/api/health`, {
      redirect: 'error',
      signal: AbortSignal.timeout(URL_TIMEOUT_MS),
    })
    const body = (await response.json().catch(() => null)) as { status?: unknown } | null
    return body?.status === 'live' ? null : check('url', 'wrong_other', { url })
  } catch (error) {
    return check('url', 'wrong_unreachable', { url, reason: causeOf(error) })
  }
}

/** `fetch` wraps what went wrong, such as a certificate. */
const causeOf = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : messageOf(error)

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
  await noteFact({ db, now: clock() }, 'test_mail', failure ?? '')
  return failure
}
