import { randomBytes } from 'node:crypto'
import { accountsWithDemoPassword } from '../compose/demoPassword.ts'
import { deleteLoose, pictureFiles, releaseFiles } from '../db/looseFiles.ts'
import { publishMessage } from '../db/messages.ts'
import type { Db } from '../db/schema.ts'
import { type Account, demoRepository as repository } from '../db/seed/demoAccounts.ts'
import { putStarterBelow } from '../db/seed/texts.ts'
import { COMMAND_LINE } from '../desk/actor.ts'
import { logChange } from '../desk/audit.ts'
import { openFiles } from '../files/openFiles.ts'
import { KIT_TOPIC, publishCleared } from '../http/cache/clearing.ts'
import { AREAS } from '../http/cache/responseCache.ts'
import type { Deps } from '../http/deps.ts'
import { unusableHash } from '../http/passwords.ts'
import { lockSuperusers, setPassword } from '../modules/account/repository.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { counted, keptLine, removeContent } from './demoContent.ts'

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

type Wanted = { readonly withContent: boolean; readonly withEdited: boolean }

/**
 * Removes the demonstration, all that is wanted of it or nothing.
 * @returns lines for the operator
 */
async function remove(
  { db, clock, files }: Pick<Deps, 'db' | 'clock' | 'files'>,
  { withContent, withEdited }: Wanted,
): Promise<string[]> {
  const suspects = await accountsWithDemoPassword(db)
  const { lines, released } = await db.transaction().execute(async (tx) => {
    const now = clock()
    const superusers = await lockSuperusers(tx)
    const removed = await repository.lockedMade(tx)
    const ids = removed.map(({ id }) => id)
    if (ids.length > 0 && superusers.every((id) => ids.includes(id))) throw noSuperuser()
    const closed = suspects.filter(({ id }) => !ids.includes(id))
    await closeAccounts(tx, closed, now)
    const writers = withContent ? [...ids, ...(await repository.nameless(tx))] : ids
    const own = await removeBelongings(tx, removed)
    const entries = await removeEntries(tx, writers, withEdited)
    const content = withContent
      ? await removeContent(tx, { withEdited, isDemo: ids.length > 0, now })
      : NOTHING
    const written = withContent ? await writtenBy(tx, writers, content) : []
    await removeAccounts(tx, removed, now)
    if (withContent) await removeForgotten(tx)
    await publishCleared(tx, withContent ? AREAS : ['glossary'])
    const released = [...own.files, ...entries.files, ...content.files]
    await releaseFiles(tx, released)
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
    if (withContent && ids.length + content.lines.length > 0 && (await putStarterBelow(tx, now))) {
      await publishMessage(tx, { topic: KIT_TOPIC, data: null })
      lines.push('The site now speaks in the words of the starter, wherever you set no others.')
    }
    if (kept.length > 0) lines.push('Look at what was kept. "--content --edited" removes it, too.')
    return { lines, released }
  })
  await deleteLoose(db, files, released)
  return lines
}

const NOTHING = { lines: [], kept: [], files: [] }

const noSuperuser = () =>
  new CommandError(
    'No superuser would be left. Run "npm run admin -- setup" first, or "npm run admin -- promote EMAIL --superuser" ' +
      'for a member. Nothing was changed.',
  )

const log = (
  tx: Db,
  action: string,
  { id, email, username, role }: Account,
  after: object | null,
  timestamp: number,
) =>
  logChange(tx, {
    timestamp,
    actor: COMMAND_LINE,
    resource: 'members',
    action,
    record: id,
    before: { email, username, role },
    after,
  })

/** Real accounts with the published password need a reset before the next login. */
async function closeAccounts(tx: Db, closed: readonly Account[], now: number) {
  for (const account of closed) {
    await setPassword(tx, account.id, unusableHash())
    await repository.endSessions(tx, [account.id])
    await log(tx, 'close', account, { password: 'must be set anew' }, now)
  }
}

/** Groups with real members go to one of them. */
async function removeBelongings(tx: Db, removed: readonly Account[]) {
  if (removed.length === 0) return { files: [], lines: [] }
  const ids = removed.map(({ id }) => id)
  const { handedOn, deleted } = await repository.handOnGroups(tx, ids)
  await repository.removeBelongings(tx, removed)
  const lines = [
    ...(deleted.length > 0 ? [`Removed ${counted(deleted.length, 'group')}.`] : []),
    ...handedOn.map((name) => `Kept the group “${name}”: it goes on with its other members.`),
  ]
  return { files: await repository.removeFiles(tx, ids), lines }
}

/** Entries that are not approved are their author's alone. */
async function removeEntries(tx: Db, ids: readonly Account['id'][], evenApproved: boolean) {
  if (ids.length === 0) return { files: [], lines: [] }
  const pictures = await repository.removeEntries(tx, ids, evenApproved)
  const count = counted(pictures.length, 'glossary entry', 'glossary entries')
  return {
    files: pictures.flatMap(pictureFiles),
    lines: pictures.length > 0 ? [`Removed ${count} of the demo accounts.`] : [],
  }
}

/** Entries that somebody has written with a demo account. */
async function writtenBy(
  tx: Db,
  ids: readonly Account['id'][],
  { kept }: Pick<Awaited<ReturnType<typeof removeContent>>, 'kept'>,
): Promise<string[]> {
  if (ids.length === 0) return []
  const known = new Set(
    kept.filter(({ table }) => table === 'glossary_entries').map(({ id }) => id),
  )
  return (await repository.entriesBy(tx, ids))
    .filter(({ id }) => !known.has(id))
    .map(({ title }) => `Kept the glossary entry “${title}”, written with a demo account.`)
}

/** Removes the accounts without a name whose writings are gone. */
async function removeForgotten(tx: Db): Promise<void> {
  const nameless = await repository.nameless(tx)
  if (nameless.length === 0) return
  const authors = await repository.authorsAmong(tx, nameless)
  for (const id of nameless) if (!authors.has(id)) await repository.remove(tx, id)
}

/** The authors of what stays are kept without a name. */
async function removeAccounts(tx: Db, removed: readonly Account[], now: number) {
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => id)
  const authors = await repository.authorsAmong(tx, ids)
  for (const account of removed) {
    const name = authors.has(account.id) ? nobody() : null
    await (name === null
      ? repository.remove(tx, account.id)
      : repository.anonymise(tx, account.id, name, unusableHash(), now))
    await log(tx, 'remove-demo', account, name === null ? null : { username: name }, now)
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
