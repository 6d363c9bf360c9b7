import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
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
  /** Messages in order of arrival. */
  readonly messages: ReceivedMail[]
  /** Setting that makes the product send here. */
  readonly url: string
  readonly close: () => Promise<void>
}

/** Folder with the mails in `mail`, like the DATA_DIR of a server without a mail server. */
export const mailDataDir = (folder: string): string => join(folder, 'mailbox')

/** A mail server in this process that accepts all mails and stores `.eml` files, named in the order of the outbox. */
export async function startMailbox(dataDir: string): Promise<Mailbox> {
  const folder = join(dataDir, 'mail')
  const messages: ReceivedMail[] = []
  let received = 0
  const keep = (messageId: string, contents: Buffer): void => {
    // A test may have removed the folder.
    mkdirSync(folder, { recursive: true })
    received++
    writeFileSync(join(folder, `${inOrder(messageId)}-${received}.eml`), contents)
  }
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onData(stream, { envelope }, done) {
      try {
        const contents = await buffer(stream)
        const mail = await PostalMime.parse(contents)
        keep(mail.messageId ?? '', contents)
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
  // Killed clients break their connections.
  server.on('error', () => undefined)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    messages,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/** Sortable form of `<time.number@host>`, because concurrent mails arrive in any order. */
const inOrder = (messageId: string): string =>
  /^<(\d+)\.(\d+)@/
    .exec(messageId)
    ?.slice(1)
    .map((number) => number.padStart(16, '0'))
    .join('-') ?? ''
