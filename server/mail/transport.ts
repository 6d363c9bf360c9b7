import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import type { Settings } from '../config/env.ts'
import { messageOf } from '../config/thrown.ts'

export type Mail = {
  readonly to: string
  /** Name of the sender where the settings have none. */
  readonly sender?: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Logged outside production when mails become files. */
  readonly link?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachments?: readonly Attachment[]
}
export type Attachment = {
  readonly filename: string
  readonly contentType: string
  readonly content: string
}

/** The outbox row: names files, and makes the Message-ID the same at every attempt. */
export type MailOrigin = { readonly id: number; readonly kind: string; readonly created_at: number }

export type Transport = {
  /** @throws when the mail server did not accept the mail, see `isPermanent`; `OutcomeUnknown` when it perhaps did */
  readonly send: (mail: Mail, origin: MailOrigin) => Promise<void>
  /** Connects and logs in; absent where mails become files. */
  readonly verify?: () => Promise<unknown>
  readonly close: () => void
}

type MailSettings = Pick<
  Settings,
  'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir' | 'isProduction'
>

/** Timeout of each step; far below the claim of the outbox. */
const SMTP_TIMEOUT_MS = 30_000

/** SMTP, or one `.eml` file per mail below the data directory. */
export const makeTransport = (settings: MailSettings, log: Pick<FastifyBaseLogger, 'info'>) =>
  settings.smtpUrl === undefined
    ? fileTransport(settings, log)
    : smtpTransport(settings, settings.smtpUrl)

/**
 * `smtps:` is TLS from the first byte; `smtp:` switches to TLS where the server offers it.
 * `?tls.rejectUnauthorized=false` accepts invalid certificates, `?requireTLS=true` refuses to continue without TLS.
 */
function smtpTransport(settings: MailSettings, url: string): Transport {
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  })
  const bodies = new Map<string, Readable>()
  pool.use('stream', ({ message }, done) => {
    const make = message.createReadStream.bind(message)
    message.createReadStream = (options) => {
      const body = make(options)
      bodies.set(message.messageId(), body)
      return body
    }
    done()
  })
  return {
    async send(mail, origin) {
      const composed = message(mail, origin, settings)
      try {
        await pool.sendMail(composed)
      } catch (error) {
        const isPartlySent = bodies.get(composed.messageId)?.readableDidRead === true
        throw isPartlySent && !isRejection(error) ? new OutcomeUnknown(messageOf(error)) : error
      } finally {
        bodies.delete(composed.messageId)
      }
    },
    verify: () => pool.verify(),
    close: () => pool.close(),
  }
}

/** The connection was lost after the body had been sent in part: the server may have accepted the mail. */
export class OutcomeUnknown extends Error {}

const responseOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'responseCode' in error
    ? Number(error.responseCode)
    : 0
/** The server has responded that it did not accept the mail. */
const isRejection = (error: unknown): boolean => responseOf(error) >= 400

function fileTransport(settings: MailSettings, log: Pick<FastifyBaseLogger, 'info'>): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  const folder = join(settings.dataDir, 'mail')
  return {
    async send(mail, origin) {
      const composed = await composer.sendMail(message(mail, origin, settings))
      const file = join(folder, fileName(origin))
      await mkdir(folder, { recursive: true })
      // Renamed when complete, for programs that watch the folder.
      await writeFile(`${file}.part`, composed.message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      // The link opens an account: not in a log of production.
      const link = settings.isProduction ? undefined : mail.link
      log.info({ kind: origin.kind, file, link }, 'mail written to a file')
    },
    close: () => undefined,
  }
}

/** Sorts by time; contains no user input. `20260601T120000000Z-000042-activation.eml` */
function fileName({ id, kind, created_at }: MailOrigin): string {
  const time = new Date(created_at).toISOString().replace(/[-:.]/g, '')
  return `${time}-${String(id).padStart(6, '0')}-${kind.replace(/[^a-z-]/g, '')}.eml`
}

function message(
  mail: Mail,
  { id, created_at }: MailOrigin,
  { mailFrom, publicUrl }: MailSettings,
) {
  return {
    from: { ...mailFrom, name: mailFrom.name || (mail.sender ?? '') },
    // The object is one e-mail address, whatever commas it contains.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.attachments && { attachments: [...mail.attachments] }),
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    messageId: `<${created_at}.${id}@${new URL(publicUrl).hostname}>`,
    date: new Date(created_at),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/**
 * The server refuses this recipient or mail for good (550 and the like). A refused login or sender is our mistake and
 * concerns every mail: these are retried until it is fixed.
 */
export function isPermanent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, command } = error as { code?: unknown; command?: unknown }
  const isAboutThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM'
  return isAboutThisMail && responseOf(error) >= 500
}
