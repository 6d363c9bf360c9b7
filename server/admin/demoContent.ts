import type { ContentId } from '#contract/ids.ts'
import type { LooseFile } from '../db/looseFiles.ts'
import { hasRow } from '../db/rows.ts'
import type { HasDb, Read } from '../db/schema.ts'
import {
  byTable,
  type DemoRow,
  type DemoTable,
  deleteDemoLists,
  deleteDemoRows,
  findDemoRows,
} from '../db/seed/demoContent.ts'
import { COMMAND_LINE } from '../desk/actor.ts'
import { logChange } from '../desk/audit.ts'
import { withdrawAll } from '../mail/outbox.ts'
import { listUnsentAbout } from '../modules/notifications/repository.ts'
import { countOfEvents, listUnsentOfEvents } from '../modules/registration/deskRepository.ts'
import { at } from '../work/work.ts'

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
  const { registrations } = await countOfEvents(at(w, now), articles)
  await withdrawAll(w, [
    ...(await listUnsentAbout(w, articles)),
    ...(await listUnsentOfEvents(w, articles)),
  ])
  await deleteDemoRows(w.db, rows)
  const lists = await deleteDemoLists(w.db)
  await logRemoved(w, rows, lists.removed, now)
  return {
    kept: found.filter(({ isEdited }) => isEdited && !withEdited),
    files: rows.flatMap(({ files }) => files),
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
