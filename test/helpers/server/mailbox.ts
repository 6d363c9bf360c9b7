import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { makeBackground } from '#server/compose/background.ts'
import type { TestServer } from './startServer.ts'

export type ReceivedMail = {
  readonly file: string
  /** `kind` of the outbox. */
  readonly kind: string
  readonly to: string
  /** The address for replies, if it is not the sender. */
  readonly replyTo: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The address that the mail asks to open, if any. */
  readonly link: string | undefined
  /** The secret at the end of the link. */
  readonly secret: string
  /** The address that stops mails of this kind by one click (RFC 8058), if any. */
  readonly stop: string | undefined
  readonly attachments: readonly ReceivedFile[]
}
export type ReceivedFile = {
  readonly filename: string | null
  readonly mimeType: string
  /** Method of a calendar file. */
  readonly method: string | undefined
  readonly text: string
}

/** Sends due mail, as the running server does by itself, and reads all mail sent so far. */
export async function deliveredMail({ app, deps, dataDir }: TestServer): Promise<ReceivedMail[]> {
  await makeBackground(deps, app.log).mail.deliverDue()
  return readMails(join(dataDir, 'mail'))
}

/** Mails of a folder, oldest first. */
export async function readMails(folder: string): Promise<ReceivedMail[]> {
  return Promise.all(filesIn(folder).map((file) => readMail(join(folder, file), file)))
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.eml'))
      .sort()
  } catch {
    return []
  }
}

async function readMail(path: string, file: string): Promise<ReceivedMail> {
  const {
    to,
    replyTo,
    subject = '',
    text = '',
    html = '',
    attachments,
    headers,
  } = await PostalMime.parse(readFileSync(path))
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  return {
    file,
    kind: /-([a-z-]+)\.eml$/.exec(file)?.[1] ?? '',
    to: to?.map(({ address }) => address).join() ?? '',
    replyTo: replyTo?.map(({ address }) => address).join(),
    subject,
    text,
    html,
    link,
    secret: link?.split('/').at(-1) ?? '',
    stop:
      headerOf('list-unsubscribe-post') === 'List-Unsubscribe=One-Click'
        ? headerOf('list-unsubscribe')?.slice(1, -1)
        : undefined,
    attachments: attachments.map(({ filename, mimeType, method, content }) => ({
      filename,
      mimeType,
      method,
      text: typeof content === 'string' ? content : new TextDecoder().decode(content),
    })),
  }
}
