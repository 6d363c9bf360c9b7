import { randomBytes } from 'node:crypto'
import type { ContentId } from '#contract/ids.ts'
import { accountsWithDemoPassword } from '../compose/demoPassword.ts'
import { deleteLoose, type LooseFile, pictureFiles, releaseFiles } from '../db/looseFiles.ts'
import { publishMessage } from '../db/messages.ts'
import { type HasDb, hasRow, type Read } from '../db/rows.ts'
import { type Account, demoRepository as repository } from '../db/seed/demoAccounts.ts'
import {
  byTable,
  type DemoRow,
  type DemoTable,
  deleteDemoLists,
  deleteDemoRows,
  findDemoRows,
} from '../db/seed/demoContent.ts'
import { putStarterBelow } from '../db/seed/index.ts'
import { COMMAND_LINE, logChange } from '../desk/audit.ts'
import { openFiles } from '../files/openFiles.ts'
import { KIT_TOPIC, publishCleared } from '../http/cache/clearing.ts'
import { AREAS } from '../http/cache/responseCache.ts'
import type { Deps } from '../http/deps.ts'
import { unusableHash } from '../http/passwords.ts'
import { withdrawAll } from '../mail/outbox.ts'
import { lockSuperusers, setPassword } from '../modules/account/repository.ts'
import { stopLeading, withTables } from '../modules/content/tableRepository.ts'
import { listUnsentAbout } from '../modules/notifications/repository.ts'
import { countOfEvents, listUnsentOfEvents } from '../modules/registration/deskRepository.ts'
import { at, changing } from '../work/work.ts'
import { type Command, CommandError, UsageError } from './command.ts'

/** Names of one row and of several, as the command prints them. */
const KINDS: Readonly<Record<DemoTable, readonly [one: string, several: string]>> = {
  contents: ['article', 'articles'],
  rule_entries: ['rule', 'rules'],
  rule_videos: ['film', 'films'],
  download_files: ['download', 'downloads'],
  glossary_entries: ['glossary entry', 'glossary entries'],
}

type Wanted = {
  /** Rows that have been changed go, too. */
  readonly withEdited: boolean
  /** The database has, or had, accounts of the demonstration. */
  readonly isDemo: boolean
  readonly now: number
}
type Removal = {
  /** Lines for the operator. */
  readonly lines: readonly string[]
  readonly kept: readonly DemoRow[]
  readonly files: readonly LooseFile[]
}

/**
 * Removes what the demonstration has brought besides accounts. A row whose texts differ from the demonstration's stays,
 * because the community has written them.
 */
export async function removeContent(
  w: Read,
  { withEdited, isDemo, now }: Wanted,
): Promise<Removal> {
  const found = await findDemoRows(w.db)
  const wasDemo =
    isDemo ||
    found.some(({ isEdited }) => !isEdited) ||
    (await hasRow(w.db, 'audit_log', { action: 'remove-demo' }))
  // Other sites may have rows and lists with the same names.
  if (!wasDemo) return { lines: [], kept: [], files: [] }
  const rows = found.filter(({ isEdited }) => withEdited || !isEdited)
  const articles = rows.flatMap(({ table, id }) => (table === 'contents' ? [id as ContentId] : []))
  const events = await withTables(w, articles)
  const { registrations } = await countOfEvents(at(w, now), events)
  await withdrawAll(w, [
    ...(await listUnsentAbout(w, articles)),
    ...(await listUnsentOfEvents(w, events)),
  ])
  await deleteDemoRows(w.db, rows)
  const lists = await deleteDemoLists(w.db)
  const left = await w.db.selectFrom('contents').select('picture').execute()
  // Copies of events show the same files.
  const shown = new Set(left.map(({ picture }) => picture))
  await logRemoved(w, rows, lists.removed, now)
  return {
    kept: found.filter(({ isEdited }) => isEdited && !withEdited),
    files: rows
      .flatMap(({ files }) => files)
      .filter(({ picture }) => picture === null || !shown.has(picture)),
    lines: [
      ...byTable(rows).map(([table, { length }]) =>
        table === 'contents' && registrations > 0
          ? `Removed ${counted(length, ...KINDS[table])}, with ${counted(registrations, 'registration')}.`
          : `Removed ${counted(length, ...KINDS[table])}.`,
      ),
      ...(lists.removed.length > 0
        ? [`Removed ${lists.removed.length} categories and types.`]
        : []),
      ...lists.used.map(({ kind, name }) => `Kept the ${kind} “${name}”, which is in use.`),
    ],
  }
}

/** One row for each kind: the titles stay in the log. */
async function logRemoved(
  w: HasDb,
  rows: readonly DemoRow[],
  lists: Awaited<ReturnType<typeof deleteDemoLists>>['removed'],
  timestamp: number,
): Promise<void> {
  const titles: [string, readonly string[]][] = [
    ...byTable(rows).map(([table, own]): [string, string[]] => [
      table,
      own.map(({ title }) => title),
    ]),
    ...[...Map.groupBy(lists, ({ table }) => table)].map(([table, own]): [string, string[]] => [
      table,
      own.map(({ name }) => name),
    ]),
  ]
  for (const [table, removed] of titles)
    await logChange(w, {
      timestamp,
      actor: COMMAND_LINE,
      resource: table.replaceAll('_', '-'),
      action: 'remove-demo',
      record: null,
      before: { removed },
      after: null,
    })
}

/** "1 film", "3 films" */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`

export const keptLine = ({ table, title }: DemoRow): string =>
  `Kept the ${KINDS[table][0]} “${title}”, which differs from the demonstration’s.`

export const removeDemo: Command = {
  usage: 'remove-demo [--content [--edited]]',
  does: 'removes the demo accounts; with --content all else of the demo that nobody has changed',
  flags: {
    content: 'also removes articles, rules, downloads and entries that nobody has changed',
    edited: 'with --content: also removes those that somebody has changed',
  },
  async run({ args, flags, print, settings, ...deps }) {
    if (args.length > 0) throw new UsageError('remove-demo takes no arguments.')
    const withContent = flags.has('content')
    const withEdited = flags.has('edited')
    if (withEdited && !withContent) throw new UsageError('--edited needs --content.')
    const files = await openFiles(settings)
    const lines = await remove({ ...deps, files }, { withContent, withEdited })
    for (const line of lines) print(line)
  },
}

type Options = { readonly withContent: boolean; readonly withEdited: boolean }

/**
 * Removes the demonstration, all that is wanted of it or nothing.
 * @returns lines for the operator
 */
async function remove(
  { db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>,
  { withContent, withEdited }: Options,
): Promise<string[]> {
  const suspects = await accountsWithDemoPassword({ db })
  const { lines, released } = await changing({ db, clock }, async (w) => {
    const superusers = await lockSuperusers(w)
    const removed = await repository.lockedMade(w.db)
    const ids = removed.map(({ id }) => id)
    if (ids.length > 0 && superusers.every((id) => ids.includes(id))) throw noSuperuser()
    const closed = suspects.filter(({ id }) => !ids.includes(id))
    await closeAccounts(w, closed)
    const writers = withContent ? [...ids, ...(await repository.nameless(w.db))] : ids
    const own = await removeBelongings(w, removed)
    const entries = await removeEntries(w, writers, withEdited)
    const content = withContent
      ? await removeContent(w, { withEdited, isDemo: ids.length > 0, now: w.now })
      : NOTHING
    const written = withContent ? await writtenBy(w, writers, content) : []
    await removeAccounts(w, removed)
    if (withContent) await removeForgotten(w)
    await publishCleared(w, withContent ? AREAS : ['glossary'])
    const released = [...own.files, ...entries.files, ...content.files]
    await releaseFiles(w.db, released)
    const kept = [...content.kept.map(keptLine), ...written]
    const lines = [
      ...accountLines(removed, closed),
      ...own.lines,
      ...entries.lines,
      ...content.lines,
      ...kept,
    ]
    if (withContent && lines.length === 1 && ids.length === 0)
      lines.push('Nothing of the demonstration is left.')
    if (withContent && ids.length + content.lines.length > 0 && (await putStarterBelow(w))) {
      await publishMessage(w.db, { topic: KIT_TOPIC, data: null })
      lines.push('The site now speaks in the words of the starter, wherever you set no others.')
    }
    if (kept.length > 0) lines.push('Look at what was kept. “--content --edited” removes it, too.')
    return { lines, released }
  })
  await deleteLoose(db, files, released)
  return lines
}

const NOTHING = { lines: [], kept: [], files: [] }

const noSuperuser = () =>
  new CommandError(
    'No superuser would be left. Run “npm run admin -- setup” first, or “npm run admin -- promote EMAIL --superuser” ' +
      'for a member. Nothing was changed.',
  )

const log = (
  w: HasDb,
  action: string,
  { id, email, username, role }: Account,
  after: object | null,
  timestamp: number,
) =>
  logChange(w, {
    timestamp,
    actor: COMMAND_LINE,
    resource: 'members',
    action,
    record: id,
    before: { email, username, role },
    after,
  })

/** Real accounts with the published password need a reset before the next login. */
async function closeAccounts(w: Read, closed: readonly Account[]) {
  for (const account of closed) {
    await setPassword(w, account.id, unusableHash())
    await repository.endSessions(w.db, [account.id])
    await log(w, 'close', account, { password: 'must be set anew' }, w.now)
  }
}

/** Groups with real members go to one of them. */
async function removeBelongings(w: HasDb, removed: readonly Account[]) {
  if (removed.length === 0) return { files: [], lines: [] }
  const ids = removed.map(({ id }) => id)
  const { handedOn, deleted } = await repository.handOnGroups(w.db, ids)
  await repository.removeBelongings(w.db, removed)
  const lines = [
    ...(deleted.length > 0 ? [`Removed ${counted(deleted.length, 'group')}.`] : []),
    ...handedOn.map((name) => `Kept the group “${name}”: it goes on with its other members.`),
  ]
  return { files: await repository.removeFiles(w.db, ids), lines }
}

/** Entries that are not approved are their author's alone. */
async function removeEntries(w: HasDb, ids: readonly Account['id'][], evenApproved: boolean) {
  if (ids.length === 0) return { files: [], lines: [] }
  const pictures = await repository.removeEntries(w.db, ids, evenApproved)
  const count = counted(pictures.length, 'glossary entry', 'glossary entries')
  return {
    files: pictures.flatMap(pictureFiles),
    lines: pictures.length > 0 ? [`Removed ${count} of the demo accounts.`] : [],
  }
}

/** Entries that a person has written with a demo account. */
async function writtenBy(
  w: HasDb,
  ids: readonly Account['id'][],
  { kept }: Pick<Awaited<ReturnType<typeof removeContent>>, 'kept'>,
): Promise<string[]> {
  if (ids.length === 0) return []
  const known = new Set(
    kept.filter(({ table }) => table === 'glossary_entries').map(({ id }) => id),
  )
  return (await repository.entriesBy(w.db, ids))
    .filter(({ id }) => !known.has(id))
    .map(({ title }) => `Kept the glossary entry “${title}”, written with a demo account.`)
}

/** Removes the accounts without a name whose writings are gone. */
async function removeForgotten(w: HasDb): Promise<void> {
  const nameless = await repository.nameless(w.db)
  if (nameless.length === 0) return
  const authors = await repository.authorsAmong(w.db, nameless)
  for (const id of nameless) if (!authors.has(id)) await repository.remove(w.db, id)
}

/** The authors of what stays are kept without a name. */
async function removeAccounts(w: Read, removed: readonly Account[]) {
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => id)
  const authors = await repository.authorsAmong(w.db, ids)
  for (const account of removed) {
    await stopLeading(w, account.id)
    const name = authors.has(account.id) ? nobody() : null
    await (name === null
      ? repository.remove(w.db, account.id)
      : repository.anonymise(w, { id: account.id, password_hash: unusableHash() }, name))
    await log(w, 'remove-demo', account, name === null ? null : { username: name }, w.now)
  }
}

function accountLines(removed: readonly Account[], closed: readonly Account[]): string[] {
  if (removed.length + closed.length === 0) return ['There are no demo accounts.']
  return [
    ...removed.map(({ email, role }) => `Removed ${email} (${role}).`),
    ...closed.map(
      ({ email, role }) =>
        `${email} (${role}) had the public demo password and has to set a new one.`,
    ),
  ]
}

/** Random, so that no account has it. */
const nobody = (): string => `former member ${randomBytes(4).toString('hex')}`
