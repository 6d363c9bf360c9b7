import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { MemberId } from '#contract/ids.ts'
import type { Switch } from '#contract/profile.ts'
import type { HasDb, Read } from '../db/rows.ts'
import { isOneOf } from '../db/search.ts'
import { digested } from './digest.ts'
import { enqueueAll, type MailData, type MailJob } from './outbox.ts'
import { type Choices, type MailText, renderMail } from './renderMail.ts'
import type { Attachment, Mail } from './transport.ts'
import { MAIL_KINDS, type MailKind, unsubscribeTokens } from './unsubscribeToken.ts'
import type { MailDeps, MailWriter, MailWriters } from './worker.ts'

/** What a row of a mail table works with; its kit is in the language of the reader. */
export type MailWork = MailDeps & Read
/** An active account at the time of sending. */
export type Reader = {
  readonly id: MemberId
  readonly email: string
  readonly username: string
  readonly time_zone: string | null
  /** Kinds of mails that come once a week, between commas. */
  readonly weekly: string
}
/** Need not have an account. */
type Address = { readonly email: string }
type Values = Readonly<Record<string, string | number>>
export type Fields = Readonly<Record<string, TSchema>>
export type DataOf<F extends Fields> = Static<TObject<F>>
type Nothing = null | undefined

/** The look of a mail. @template Found what `find` has found for it */
type Look<Found, To> = {
  readonly text: MailText | ((found: Found) => MailText)
  /** Values of the text; `username` is that of the reader. */
  readonly values?: (found: Found, w: MailWork, to: To) => Values
  /** Page of the site that the button opens, below its address. */
  readonly page?: (found: Found) => string | undefined
  /** URL that the button opens where it is more than a page, such as a link that `find` has made. */
  readonly link?: (found: Found, w: MailWork) => string | undefined
  readonly choices?: (found: Found, w: MailWork, to: To) => Promise<Choices | undefined>
  readonly files?: (found: Found, w: MailWork, to: To) => readonly Attachment[]
  readonly replyTo?: (found: Found, w: MailWork) => string
  readonly headers?: Readonly<Record<string, string>>
}
type Job = Parameters<MailWriter>[0]
type Row = {
  readonly isNeeded?: true
  readonly isUrgent?: true
  readonly write: (w: MailWork, job: Job, stoppedBy: MailKind | null) => Promise<Mail | null>
}
/** A row of a mail table; made by `mail`. */
type MailRow<F extends Fields = Fields> = Row & { readonly fields?: F }
/** Made by `addressMail`, and by `mail` for what outlives an account. */
type AddressRow<F extends Fields = Fields> = MailRow<F> & { readonly isForAddress: true }
type Made<F extends Fields, Outlives> = Outlives extends true ? AddressRow<F> : MailRow<F>

/**
 * A kind of mails to members.
 * @param data what the outbox keeps of the mail besides its reader
 * @param find reads what the mail shows when it is due; nothing: it is no longer wanted
 * @param isNeeded members cannot stop it
 * @param isUrgent it does not wait for a weekly mail
 * @param outlivesAccount it is sent although the account is gone: a work mails it to the address that the account has,
 *   and its data have the `user` and `username` of the reader
 */
export function mail<const F extends Fields, Found = DataOf<F>, Outlives extends boolean = false>({
  isNeeded,
  isUrgent,
  outlivesAccount,
  find,
  ...look
}: Look<Found, Reader> & {
  readonly data: F
  readonly isNeeded?: true
  readonly isUrgent?: true
  readonly outlivesAccount?: Outlives
  readonly find?: (w: MailWork, data: DataOf<F>, reader: Reader) => Promise<Found | Nothing>
}): Made<F, Outlives> {
  const row: MailRow<F> = {
    ...(isNeeded && { isNeeded }),
    ...(isUrgent && { isUrgent }),
    async write(w, job, stoppedBy) {
      const reader = await (outlivesAccount ? lastReader : activeReader)(w, job, stoppedBy)
      if (reader === undefined) return null
      // The data were typed when they were enqueued, perhaps by an earlier version.
      const data = job.data as DataOf<F>
      const found = find ? await find(w, data, reader) : (data as Found)
      if (found === null || found === undefined) return null
      const stop = stoppedBy === null ? undefined : stopUrl(w, stoppedBy, reader.id)
      return written(w, look, { found, to: reader, stop })
    },
  }
  return { ...row, ...(outlivesAccount && { isForAddress: true }) } as Made<F, Outlives>
}

const memberIn = ({ data }: Job) => Number(data['user']) as MemberId

type FindReader = (w: HasDb, job: Job, stoppedBy: MailKind | null) => Promise<Reader | undefined>

const activeReader: FindReader = async (w, job, stoppedBy) =>
  (await readersOf(w, [memberIn(job)], stoppedBy))[0]

/** The account, or who had it by the mail itself; nothing if it has stopped the mails. */
const lastReader: FindReader = async (w, job, stoppedBy) => {
  const id = memberIn(job)
  const isSwitch = stoppedBy !== null && stoppedBy !== 'content'
  if (isSwitch && (await listStoppedMembers(w, stoppedBy, [id])).has(id)) return undefined
  const [active] = await readersOf(w, [id], null)
  const { recipient: email, data } = job
  return active ?? { id, email, username: String(data['username']), time_zone: null, weekly: '' }
}

/**
 * A kind of mails to an address, with or without an account, active or not. Members cannot stop them.
 * @param to the recipient, where it is not the address that the mail was enqueued for
 * @param unsubscribe URL that stops mails to the address
 */
export function addressMail<const F extends Fields, Found = DataOf<F>>({
  find,
  to,
  unsubscribe,
  ...look
}: Look<Found, Address> & {
  readonly data: F
  readonly find?: (w: MailWork, data: DataOf<F>, address: string) => Promise<Found | Nothing>
  readonly to?: (found: Found) => string
  readonly unsubscribe?: (found: Found, w: MailWork) => string
}): AddressRow<F> {
  return {
    isForAddress: true,
    isNeeded: true,
    async write(w, job) {
      const data = job.data as DataOf<F>
      const found = find ? await find(w, data, job.recipient) : (data as Found)
      if (found === null || found === undefined) return null
      const recipient = { email: to?.(found) ?? job.recipient }
      return written(w, look, { found, to: recipient, stop: unsubscribe?.(found, w) })
    },
  }
}

async function written<Found, To extends Address | Reader>(
  w: MailWork,
  look: Look<Found, To>,
  { found, to, stop }: { readonly found: Found; readonly to: To; readonly stop?: string },
): Promise<Mail> {
  const { text, headers } = look
  const page = look.page?.(found)
  const rendered = renderMail(w.kit.current(), typeof text === 'function' ? text(found) : text, {
    to: to.email,
    values: { ...('username' in to && { username: to.username }), ...look.values?.(found, w, to) },
    link: page === undefined ? look.link?.(found, w) : `${w.settings.publicUrl}${page}`,
    choices: await look.choices?.(found, w, to),
    unsubscribe: stop,
    replyTo: look.replyTo?.(found, w),
  })
  const attachments = look.files?.(found, w, to) ?? []
  return {
    ...rendered,
    ...(headers && { headers: { ...rendered.headers, ...headers } }),
    ...(attachments.length > 0 && { attachments }),
  }
}

const stopUrl = ({ jwtSecret, settings }: MailWork, stoppedBy: MailKind, reader: MemberId) =>
  `${settings.publicUrl}/api${MAIL_KINDS[stoppedBy].path}/${unsubscribeTokens(jwtSecret, stoppedBy).tokenOf(reader)}`

/** A mail before it is known who gets it. */
export type AddressMail = Omit<MailJob, 'recipient' | 'data'> & {
  readonly data: MailData
  readonly stoppedBy?: never
  readonly isUrgent?: never
}
/** The ids of its readers are added to its data and to its `onceKey`. */
export type MemberMail = Omit<AddressMail, 'stoppedBy' | 'isUrgent'> & {
  readonly stoppedBy: MailKind | null
  readonly isUrgent?: true
}
type Options = Pick<AddressMail, 'onceKey' | 'isBulk' | 'delayMs'>

/**
 * The mails of a module by kind. Those to members each go to an active account that has not stopped it, in its
 * language and with the link that stops it.
 * @param stoppedBy the switch of the mails; null: members cannot stop them
 */
export function mailTable<const Rows extends Readonly<Record<string, MailRow>>>(
  stoppedBy: MailKind | null,
  rows: Rows,
) {
  type Sent<R> = R extends AddressRow ? AddressMail : MemberMail
  const switchOf = ({ isNeeded }: Row) => (isNeeded ? null : stoppedBy)
  return {
    /** For `mail` of a work. */
    of<Kind extends keyof Rows & string>(
      kind: Kind,
      data: Rows[Kind] extends MailRow<infer F> ? DataOf<F> : never,
      options: Options = {},
    ): Sent<Rows[Kind]> {
      const row: Row = rows[kind] as Row
      return {
        kind,
        data: data as MailData,
        ...(!('isForAddress' in row) && { stoppedBy: switchOf(row) }),
        ...(row.isUrgent && { isUrgent: row.isUrgent }),
        ...options,
      } as Sent<Rows[Kind]>
    },
    writers: Object.fromEntries(
      Object.entries<Row>(rows).map(([kind, row]) => [
        kind,
        (job, deps) => row.write({ ...deps, now: deps.clock() }, job, switchOf(row)),
      ]),
    ) satisfies MailWriters as MailWriters,
  }
}

/** Those of the members who have an active account and have not stopped the mails. */
export function readersOf(
  { db }: HasDb,
  members: readonly MemberId[],
  stoppedBy: MailKind | null,
): Promise<Reader[]> {
  const readers = db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.username', 'users.time_zone'])
    .select((is) => is.fn.coalesce('preferences.weekly_mails', is.val('')).as('weekly'))
    .where(isOneOf(db, 'users.id', members))
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)
    .orderBy('users.id')
  if (stoppedBy === null) return readers.execute()
  // Mails about articles are off until a member switches them on.
  if (stoppedBy === 'content')
    return readers.where('preferences.notify_since', 'is not', null).execute()
  return readers.where(`preferences.${switchColumn(stoppedBy)}`, 'is', null).execute()
}

/** Column of `preferences`: null while the switch is on. */
export const switchColumn = <Name extends Switch>(name: Name): `${Name}_off_at` => `${name}_off_at`

/** Those of the members who have turned a switch off. */
export async function listStoppedMembers(
  w: HasDb,
  name: Switch,
  members: readonly MemberId[],
): Promise<ReadonlySet<MemberId>> {
  const rows = await w.db
    .selectFrom('preferences')
    .select('user_id')
    .where(isOneOf(w.db, 'user_id', members))
    .where(switchColumn(name), 'is not', null)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** A mail of a work with those who get it: members, or an address. */
export type Post =
  | { readonly to: Iterable<MemberId>; readonly mail: MemberMail }
  | { readonly to: string; readonly mail: AddressMail }

/** The rows of the outbox for mails. Their readers are read by one statement for each switch. */
export async function jobsFor(w: Read, posts: readonly Post[]): Promise<MailJob[]> {
  const members = new Map<MailKind | null, Set<MemberId>>()
  for (const { to, mail } of posts) {
    if (typeof to === 'string') continue
    const known = members.get(mail.stoppedBy ?? null) ?? new Set()
    for (const member of to) known.add(member)
    members.set(mail.stoppedBy ?? null, known)
  }
  const readers = new Map<MailKind | null, ReadonlyMap<MemberId, Reader>>()
  for (const [stoppedBy, ids] of members) {
    const found = await readersOf(w, [...ids], stoppedBy)
    readers.set(stoppedBy, new Map(found.map((one) => [one.id, one])))
  }
  return posts.flatMap(({ to, mail }): MailJob[] => {
    const { stoppedBy = null, isUrgent, data, onceKey, ...job } = mail
    if (typeof to === 'string') return [{ ...job, data, onceKey, recipient: to }]
    return [...new Set(to)]
      .sort((a, b) => a - b)
      .flatMap((member) => readers.get(stoppedBy)?.get(member) ?? [])
      .flatMap(({ id, email, weekly }) => {
        const own = {
          ...job,
          recipient: email,
          data: { user: id, ...data },
          ...(onceKey !== undefined && { onceKey: `${onceKey}:${id}` }),
        }
        return !isUrgent && weekly.includes(`,${stoppedBy},`) ? digested(own, w.now) : [own]
      })
  })
}

/** Enqueues a mail at once, where a response shows its state. */
export const enqueueMail = async (w: Read, post: Post): Promise<number> =>
  enqueueAll(w, await jobsFor(w, [post]))

/** A text in the data of a mail that may be missing. */
export const optionalText = () => Type.Optional(Type.String())
