import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  readonly to: string
  readonly subject: string
  /** The same at each attempt to send one row of the outbox. */
  readonly messageId: string
  readonly text: string
}

export type Mailbox = {
  /** In order of arrival. */
  readonly messages: ReceivedMail[]
  /** Setting that makes the product send here. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** A mail server that accepts and keeps everything, in this process. */
export async function startMailbox(): Promise<Mailbox> {
  const messages: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onData(stream, { envelope }, done) {
      try {
        const mail = await PostalMime.parse(await buffer(stream))
        messages.push({
          to: envelope.rcptTo.map(({ address }) => address).join(),
          subject: mail.subject ?? '',
          messageId: mail.messageId ?? '',
          text: mail.text ?? '',
        })
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
  })
  // Clients that are killed end their connections in the middle.
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    messages,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}
