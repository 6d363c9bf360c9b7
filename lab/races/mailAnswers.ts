import type { ReceivedMail } from '../../test/helpers/server/mailbox.ts'
import type { TestServer } from '../../test/helpers/server/startServer.ts'

/** @returns path of the page on which a mail asks for an answer to a date or an option */
export function answerPath(mail: ReceivedMail, id: number): string | undefined {
  const [, address] =
    new RegExp(`href="([^"?]+/planning/answer/[^"?]+)\\?${id}=`).exec(mail.html) ?? []
  return address && new URL(address).pathname
}

/** Sends the form of a page without a login, as a browser does, with further answers chosen. */
export async function answerByMail(
  { app }: Pick<TestServer, 'app'>,
  url: string,
  chosen: Readonly<Record<number, string>>,
) {
  const { body } = await app.inject(url)
  const sent = [...body.matchAll(/<input ([^>]*)>/g)]
    .map(([, field = '']) => field)
    .filter((field) => /hidden|checked/.test(field))
    .map((field) => [/name="(\w+)"/.exec(field)?.[1], /value="(\w+)"/.exec(field)?.[1]])
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...Object.fromEntries(sent), ...chosen }).toString(),
  })
}

/** Stops the mails of this kind by one click (RFC 8058). */
export const stopByClick = ({ app }: Pick<TestServer, 'app'>, { stop }: ReceivedMail) =>
  app.inject({
    method: 'POST',
    url: new URL(stop ?? '').pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
