import type { Static, TObject, TSchema } from 'typebox'
import type { MemberId } from '#contract/ids.ts'
import type { MailSwitch } from '#contract/profile.ts'
import type { HasDb, Read } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'
import { stopLink, switchColumn } from './mailSwitches.ts'
import type { MailData, MailJob } from './outbox.ts'
import { type Choices, type MailText, renderMail } from './renderMail.ts'
import type { Attachment, Mail } from './transport.ts'
import type { MailDeps, MailWriters } from './worker.ts'

/** What a row of a mail table works with; its kit is in the language of the reader. */
export type MailWork = MailDeps & Read
/** An active account at the time of sending. */
export type Reader = {
  readonly id: MemberId
  readonly email: string
  readonly username: string
  readonly time_zone: string | null
}
type Values = Readonly<Record<string, string | number>>
type Fields = Readonly<Record<string, TSchema>>
type DataOf<F extends Fields> = Static<TObject<F>>
type Nothing = null | undefined

/** The look of a mail. @template Found what `find` has found for it */
type Look<Found> = {
  readonly text: MailText | ((found: Found) => MailText)
  /** Values of the text; `username` is that of the reader. */
  readonly values?: (found: Found, w: MailWork, reader: Reader) => Values
  /** Page of the site that the button opens, below its address. */
  readonly page?: (found: Found) => string | undefined
  readonly choices?: (found: Found, w: MailWork, reader: Reader) => Promise<Choices | undefined>
  readonly files?: (found: Found, w: MailWork, reader: Reader) => readonly Attachment[]
  readonly replyTo?: (w: MailWork) => string
}
type Row = {
  readonly isNeeded?: true
  readonly outlivesAccount?: true
  readonly write: (
    w: MailWork,
    data: MailData,
    reader: Reader,
    unsubscribe: string | undefined,
  ) => Promise<Mail | null>
}
/** A row of a mail table; made by `mail`. */
export type MailRow<F extends Fields = Fields> = Row & { readonly fields?: F }

/**
 * A kind of mails to members.
 * @param data what the outbox keeps of the mail besides its reader
 * @param find reads what the mail shows when it is due; nothing: it is no longer wanted
 * @param isNeeded members cannot stop it
 * @param outlivesAccount it is sent although the account is gone; its data have the `username` of the reader
 */
export function mail<const F extends Fields, Found = DataOf<F>>({
  isNeeded,
  outlivesAccount,
  find,
  ...look
}: Look<Found> & {
  readonly data: F
  readonly isNeeded?: true
  readonly outlivesAccount?: true
  readonly find?: (w: MailWork, data: DataOf<F>, reader: Reader) => Promise<Found | Nothing>
}): MailRow<F> {
  return {
    ...(isNeeded && { isNeeded }),
    ...(outlivesAccount && { outlivesAccount }),
    async write(w, sent, reader, unsubscribe) {
      // The data were typed when they were enqueued, perhaps by an earlier version.
      const data = sent as DataOf<F>
      const found = find ? await find(w, data, reader) : (data as Found)
      if (found === null || found === undefined) return null
      const page = look.page?.(found)
      const rendered = renderMail(
        w.kit.current(),
        typeof look.text === 'function' ? look.text(found) : look.text,
        {
          to: reader.email,
          values: { username: reader.username, ...look.values?.(found, w, reader) },
          link: page === undefined ? undefined : `${w.settings.publicUrl}${page}`,
          choices: await look.choices?.(found, w, reader),
          unsubscribe,
          replyTo: look.replyTo?.(w),
        },
      )
      const attachments = look.files?.(found, w, reader) ?? []
      return attachments.length === 0 ? rendered : { ...rendered, attachments }
    },
  }
}

/** A mail to members, before it is known which of them get it. */
export type MemberMail = Pick<MailJob, 'kind' | 'isBulk' | 'delayMs'> & {
  readonly data: MailData
  readonly stoppedBy: MailSwitch | null
  /** The id of the reader is added to it; see `MailJob`. */
  readonly onceKey?: string
}
type Sent = { readonly recipient: string; readonly data: MailData }
type Options = Pick<MemberMail, 'onceKey' | 'isBulk' | 'delayMs'>

/**
 * The mails of a module by kind. Each goes to an active account that has not stopped it, in its language and with the
 * link that stops it.
 * @param stoppedBy the switch of the mails; null: members cannot stop them
 */
export function mailTable<const Rows extends Readonly<Record<string, MailRow>>>(
  stoppedBy: MailSwitch | null,
  rows: Rows,
) {
  const switchOf = ({ isNeeded }: Row) => (isNeeded ? null : stoppedBy)
  return {
    /** For `mail` of a work. */
    of<Kind extends keyof Rows & string>(
      kind: Kind,
      data: Rows[Kind] extends MailRow<infer F> ? DataOf<F> : never,
      options: Options = {},
    ): MemberMail {
      return { kind, data: data as MailData, stoppedBy: switchOf(rows[kind] as Row), ...options }
    },
    writers: Object.fromEntries(
      Object.entries<Row>(rows).map(([kind, row]) => [
        kind,
        async ({ recipient: email, data }: Sent, deps: MailDeps) => {
          const w = { ...deps, now: deps.clock() }
          const id = Number(data['user']) as MemberId
          const former = { id, email, username: String(data['username']), time_zone: null }
          const reader = (await readersOf(w, [id], null))[0] ?? (row.outlivesAccount && former)
          if (reader === undefined) return null
          const stop = switchOf(row)
          const unsubscribe = stop === null ? undefined : await stopLink(w, stop, reader.id)
          return unsubscribe === null ? null : row.write(w, data, reader, unsubscribe)
        },
      ]),
    ) satisfies MailWriters as MailWriters,
  }
}

/** Those of the members who have an active account and have not stopped the mails. */
export function readersOf(
  { db }: HasDb,
  members: readonly MemberId[],
  stoppedBy: MailSwitch | null,
): Promise<Reader[]> {
  const readers = db
    .selectFrom('users')
    .select(['users.id', 'users.email', 'users.username', 'users.time_zone'])
    .where(isOneOf(db, 'users.id', members))
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)
    .orderBy('users.id')
  if (stoppedBy === null) return readers.execute()
  return readers
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .where(`preferences.${switchColumn(stoppedBy)}`, 'is', null)
    .execute()
}

/** The rows of the outbox for a mail to members. */
export async function jobsFor(
  w: HasDb,
  members: readonly MemberId[],
  { stoppedBy, onceKey, data, ...job }: MemberMail,
): Promise<MailJob[]> {
  const readers = await readersOf(w, members, stoppedBy)
  return readers.map(({ id, email }) => ({
    ...job,
    recipient: email,
    data: { user: id, ...data },
    ...(onceKey !== undefined && { onceKey: `${onceKey}:${id}` }),
  }))
}
