import papaparse from 'papaparse'
import { INVITE_ROWS_MAX } from '#contract/desk.ts'
import { EMAIL_PATTERN, TEXT_MAX } from '#contract/fields.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { ListRow, MemberInvite } from '#contract/memberInvites.ts'
import type { ListResult, MemberInviteState } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import { DAY_MS } from '../../config/time.ts'
import { type HasDb, type Read, type RowOf, updateRow } from '../../db/rows.ts'
import { namesByIds } from '../../db/search.ts'
import { changeRoute, type DeskWork, readRoute, type Sent } from '../../desk/changeRoute.ts'
import { lockRecord, presentOne, type Readable, readRoutes } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { peopleByIds, personIn } from '../../desk/people.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { withdraw } from '../../mail/outbox.ts'
import { addressTokens, listStopped } from '../../mail/unsubscribeToken.ts'
import { emailKey, isBareEmail, printable } from '../../text/keys.ts'
import { iso } from '../../text/time.ts'
import type { WorkOf } from '../../work/work.ts'
import { isAdmissionClosed } from '../account/admission/repository.ts'
import { listUsersByEmailKey, lockSuperusers } from '../account/repository.ts'
import { inviteKey, mailInvite, reminderKey } from './mails.ts'
import {
  BLANK,
  countInvitesSince,
  insertInvites,
  inviteStates,
  listInvitedKeys,
} from './repository.ts'

/** Days after which an invite ends, with the address. */
const INVITE_DAYS = 30
/** Rows of one statement: an engine has a limit of parameters. */
const BATCH = 200

type Others = { readonly findGroups: FindGroups }

/** Invites by a list, to people without an account; superusers only. */
export function memberInvitesRoutes(desk: App, deps: Deps, { findGroups }: Others): void {
  const parts = { jwtSecret: deps.jwtSecret, findGroups }
  readRoutes(desk, deps, invites)
  readRoute(desk, deps, 'member-invites', 'check', async ({ db }, { body }) => ({
    rows: (await checkList({ db }, parts, body.list)).map(presentRow),
  }))
  changeRoute(desk, deps, 'member-invites', 'send', sendInvites(parts), {
    config: limited(10, 60),
  })
  changeRoute(desk, deps, 'member-invites', 'takeBack', takeBack)
}

const invites: Readable<'member-invites', 'member_invites'> = {
  resource: 'member-invites',
  table: 'member_invites',
  list: {
    sortable: ['email', 'created_at', 'reminded_at', 'answered_at', 'expires_at'],
    foldedForms: { email: 'email_key' },
    filterable: ['group_id'],
    searched: ['email', 'name'],
    states: inviteStates,
    sort: ['id', 'desc'],
  },
  present: presentInvites,
}

function stateOf({ now }: Read, row: RowOf<'member_invites'>): MemberInviteState {
  if (row.answer === 'taken_back') return 'ended'
  if (row.answer !== null) return row.answer
  if (row.expires_at <= now) return 'ended'
  return row.reminded_at === null ? 'invited' : 'reminded'
}

async function presentInvites(
  w: Read,
  rows: readonly RowOf<'member_invites'>[],
): Promise<MemberInvite[]> {
  const people = await peopleByIds(
    w,
    rows.flatMap(({ user_id, invited_by }) => [user_id, invited_by]),
  )
  const ids = rows.flatMap(({ group_id }) => group_id ?? [])
  const groups = await namesByIds(w, { table: 'groups', column: 'name', ids })
  const groupOf = (id: number | null) => {
    const name = groups.get(id ?? 0)
    return id === null || name === undefined ? null : { id, name }
  }
  const personOf = personIn(people)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    state: stateOf(w, row),
    group: groupOf(row.group_id),
    member: personOf(row.user_id),
    invited_by: personOf(row.invited_by),
    created_at: iso(row.created_at),
    reminded_at: iso(row.reminded_at),
    answered_at: iso(row.answered_at),
    expires_at: iso(row.expires_at),
  }))
}

/** The audit log has the numbers and ids, and no address. */
const sendInvites =
  (parts: Others & { readonly jwtSecret: string }) =>
  async (w: WorkOf<DeskWork>, { body }: Sent<'member-invites', 'send'>) => {
    // The lock makes lists wait for each other, so that together they keep the limit of a day.
    assertSuperuser(await lockSuperusers(w), w.actor.id)
    if (await isAdmissionClosed(w)) throw deskErrors.admissionClosed()
    const rows = await checkList(w, parts, body.list)
    const wanted = rows.filter(({ result }) => result === 'will_invite')
    assertMaySend(wanted.length, await countInvitesSince(w, w.now - DAY_MS))
    const sent = await insertAll(w, wanted)
    const response = rows
      .map((row) =>
        row.result === 'will_invite' && !sent.has(row.email_key)
          ? { ...row, result: 'invited' as const }
          : row,
      )
      .map(presentRow)
    const after = { invited: sent.size, rows: rows.length, ids: [...sent.values()] }
    return { record: null, before: null, after, response: { rows: response } }
  }

/** @returns keys of the addresses that are invited, with the ids of the invites */
async function insertAll(w: DeskWork, wanted: readonly CheckedRow[]) {
  const sent = new Map<string | null, number>()
  for (let first = 0; first < wanted.length; first += BATCH) {
    const batch = wanted.slice(first, first + BATCH)
    const added = await insertInvites(
      w,
      batch.map(({ email, email_key, digest, name, group_id }) => ({
        ...{ email, email_key, digest, name, group_id },
        invited_by: w.actor.id,
        created_at: w.now,
        expires_at: w.now + INVITE_DAYS * DAY_MS,
      })),
    )
    for (const { id, email, email_key, digest } of added) {
      const invite = { id, email: email ?? '', invited_by: w.actor.id }
      mailInvite(w, invite, { state: 'invited', onceKey: inviteKey(digest ?? '', w.now) })
      sent.set(email_key, id)
    }
  }
  return sent
}

/** Deletes the address at once; mails that are not sent yet are not sent any more. */
async function takeBack(w: WorkOf<DeskWork>, { params }: Sent<'member-invites', 'takeBack'>) {
  assertSuperuser(await lockSuperusers(w), w.actor.id)
  const { row, before } = await lockRecord(w, invites, params.id)
  assertOpen(w, row)
  await withdraw(w, inviteKey(row.digest ?? '', row.created_at))
  await withdraw(w, reminderKey(row.id))
  const saved = await updateRow(w.db, 'member_invites', row.id, {
    ...BLANK,
    answer: 'taken_back',
    answered_at: w.now,
  })
  const response = await presentOne(invites, w, saved)
  return {
    record: row.id,
    before: { ...before, email: null, name: null },
    after: response,
    response,
  }
}

/** Invites of one day, of all lists together. */
export const INVITES_A_DAY = 1000

/**
 * The role may have been revoked since the request began.
 * @param superusers locked until the commit
 */
function assertSuperuser(superusers: readonly MemberId[], actor: MemberId | null): void {
  if (actor === null || !superusers.includes(actor)) throw deskErrors.forbidden()
}

/** @param lately invites of the last day */
function assertMaySend(wanted: number, lately: number): void {
  if (wanted === 0) throw deskErrors.nobodyToInvite()
  const left = Math.max(0, INVITES_A_DAY - lately)
  if (wanted > left) throw deskErrors.manyInvites(left)
}

type Invite = { readonly answer: string | null; readonly expires_at: number }

function assertOpen({ now }: Read, { answer, expires_at }: Invite): void {
  if (answer !== null || expires_at <= now) throw deskErrors.wrongState('invite_ended')
}

/** A row of a list, with the number that its reader sees. */
type Listed = Omit<ListRow, 'result'> & { readonly hasAddress: boolean }

type Column = 'email' | 'name' | 'group'
const COLUMNS: readonly Column[] = ['email', 'name', 'group']
/** Words of headings, in lower case and without anything but letters. */
const HEADINGS: Readonly<Record<string, Column>> = {
  email: 'email',
  emailaddress: 'email',
  mail: 'email',
  address: 'email',
  adresse: 'email',
  name: 'name',
  fullname: 'name',
  firstname: 'name',
  group: 'group',
  gruppe: 'group',
}
/** Characters of a cell that the desk shows. */
const SHOWN_MAX = 200

const ADDRESS = new RegExp(EMAIL_PATTERN, 'u')
const isAddress = (text: string) =>
  text.length <= TEXT_MAX && ADDRESS.test(text) && isBareEmail(text)

const textOf = (cell: string | undefined): string =>
  printable(cell ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** The columns that the first row names; null if that is the row of a person. */
function headingsIn(first: readonly string[]): Map<Column, number> | null {
  if (first.some((cell) => cell.includes('@'))) return null
  const found = new Map<Column, number>()
  for (const [index, cell] of first.entries()) {
    const column = HEADINGS[cell.toLowerCase().replace(/[^\p{L}]/gu, '')]
    // The first of two columns with one heading counts.
    if (column !== undefined && !found.has(column)) found.set(column, index)
  }
  return found.has('email') ? found : null
}

/**
 * Reads text with a row per person. Without headings, the columns are address, name and group.
 * @throws Refusal for more rows than one list may have
 */
export function readList(text: string): Listed[] {
  const { data } = papaparse.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimitersToGuess: [',', ';', '\t'],
    // One row more for headings, and one that shows that there are too many; blank rows count.
    preview: 2 * INVITE_ROWS_MAX + 2,
  })
  const cells = data.map((row) => row.map(textOf))
  const filled = cells.flatMap((row, index) => (row.some(Boolean) ? [{ row, index }] : []))
  const headings = headingsIn(filled[0]?.row ?? [])
  const people = headings === null ? filled : filled.slice(1)
  if (people.length > INVITE_ROWS_MAX || data.length > 2 * INVITE_ROWS_MAX + 1)
    throw deskErrors.longList(INVITE_ROWS_MAX)
  const columns = headings ?? new Map(COLUMNS.map((column, index) => [column, index]))
  return people.map(({ row, index }) => listed(index + 1, row, columns))
}

function listed(row: number, cells: readonly string[], columns: ReadonlyMap<Column, number>) {
  const cell = (column: Column) => textOf(cells[columns.get(column) ?? -1])
  const email = cell('email')
  const hasAddress = isAddress(email)
  return {
    row,
    email: hasAddress ? email : shown(email),
    name: shown(cell('name')) || null,
    group: cutText(cell('group'), TEXT_MAX) || null,
    hasAddress,
  }
}

const shown = (text: string): string => cutText(text, SHOWN_MAX)

/** Groups by their names; a name of several groups is absent. */
export type FindGroups = (
  w: HasDb,
  names: readonly string[],
) => Promise<ReadonlyMap<string, GroupId>>

type CheckedRow = ListRow & {
  readonly email_key: string
  readonly digest: string
  readonly group_id: GroupId | null
}

/** What would become of each row. */
async function checkList(
  w: HasDb,
  { jwtSecret, findGroups }: { readonly jwtSecret: string; readonly findGroups: FindGroups },
  list: string,
): Promise<CheckedRow[]> {
  const rows = readList(list)
  const { digestOf } = addressTokens(jwtSecret)
  const keyed = rows.map((row) => {
    const email_key = emailKey(row.email)
    return { ...row, email_key, digest: row.hasAddress ? digestOf(email_key) : '' }
  })
  const keys = keyed.map(({ email_key }) => email_key)
  const members = await listUsersByEmailKey(w, keys)
  const invited = await listInvitedKeys(w, keys)
  const stopped = await listStopped(
    w,
    keyed.map(({ digest }) => digest),
  )
  const groups = await findGroups(
    w,
    rows.flatMap(({ group }) => group ?? []),
  )
  const seen = new Set<string>()
  const resultOf = (row: (typeof keyed)[number], group_id: GroupId | undefined): ListResult => {
    if (!row.hasAddress) return 'no_address'
    if (seen.has(row.email_key)) return 'twice'
    seen.add(row.email_key)
    if (members.has(row.email_key)) return 'member'
    if (stopped.has(row.digest)) return 'refused'
    if (invited.has(row.email_key)) return 'invited'
    return row.group !== null && group_id === undefined ? 'no_group' : 'will_invite'
  }
  return keyed.map((row) => {
    const group_id = row.group === null ? undefined : groups.get(row.group)
    return { ...row, group_id: group_id ?? null, result: resultOf(row, group_id) }
  })
}

const presentRow = ({ row, email, name, group, result }: CheckedRow): ListRow => ({
  row,
  email,
  name,
  group,
  result,
})
