import papaparse from 'papaparse'
import { INVITE_ROWS_MAX } from '#contract/desk.ts'
import { EMAIL_PATTERN, TEXT_MAX } from '#contract/fields.ts'
import type { GroupId } from '#contract/ids.ts'
import type { ListRow } from '#contract/memberInvites.ts'
import type { ListResult } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import type { HasDb } from '../../db/schema.ts'
import { deskErrors } from '../../desk/errors.ts'
import { listStopped } from '../../mail/stoppedAddresses.ts'
import { addressTokens } from '../../mail/unsubscribeToken.ts'
import { emailKey, isBareEmail, printable } from '../../text/keys.ts'
import { listUsersByEmailKey } from '../account/repository.ts'
import { listInvitedKeys } from './repository.ts'

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
    // Of two columns with one heading, the first counts.
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

export type CheckedRow = ListRow & {
  readonly email_key: string
  readonly digest: string
  readonly group_id: GroupId | null
}

/** What would become of each row. */
export async function checkList(
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

export const presentRow = ({ row, email, name, group, result }: CheckedRow): ListRow => ({
  row,
  email,
  name,
  group,
  result,
})
