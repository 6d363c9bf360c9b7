import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Engine } from '../../../server/db/dialect.ts'
import {
  logInToDesk,
  MAIL_CONFIRMED,
  type Seat,
  send,
  startDeskProcess,
} from '../../../test/helpers/server/deskProcess.ts'
import { addAccount, makeProcessDatabase } from '../../../test/helpers/server/processDatabase.ts'
import { bothEngines } from '../../../test/helpers/server/startServer.ts'
import { watchOthers } from '../../floods/bystander.ts'
import {
  csvWorld,
  type ForeignFile,
  foundryWorld,
  kankaWorld,
  markdownWorld,
} from '../../foreignWorlds.ts'
import { type Figure, median, NO_POSTGRES, type Part } from '../figures.ts'

const ENTRIES = { full: 10_000, quick: 2000 }
/** Odd, for the median. */
const ROUNDS = { full: 3, quick: 1 }
const RATE_MIN = 500
/** Most times longer that 95 of 100 requests of others may take meanwhile. */
const SLOWER_MAX = 3
/** Time in which others are measured without an import. */
const CALM_MS = 8000
/** Lists of the site that a visitor asks for. */
const LISTS = [
  '/api/contents/active',
  '/api/contents/latest',
  '/api/downloads/active',
  '/api/rules/entries/',
  '/api/glossary/entry-types/',
  '/api/glossary/entries/?limit=20',
]

const WORLDS: Readonly<Record<string, (count: number) => ForeignFile | Promise<ForeignFile>>> = {
  'Markdown in a ZIP': (count) => markdownWorld(count),
  CSV: csvWorld,
  'Kanka, 50 links each': kankaWorld,
  Foundry: foundryWorld,
}

export const part: Part = {
  title: 'Imports',
  about:
    'Ten thousand entries of other programs, with tables, links between them and umlauts, imported at the desk, and undone: ' +
    `at least ${RATE_MIN} entries a second on SQLite. Meanwhile 95 of 100 requests of a visitor for lists of the site take at ` +
    `most ${SLOWER_MAX} times as long as without. Medians.`,
  run: async ({ isQuick }) => {
    const figures: Figure[] = []
    for (const engine of bothEngines) figures.push(...(await measure(engine, isQuick)))
    return { figures, notes: bothEngines.includes('postgres') ? [] : [NO_POSTGRES] }
  },
}

async function measure(engine: Engine, isQuick: boolean): Promise<Figure[]> {
  const count = isQuick ? ENTRIES.quick : ENTRIES.full
  const rounds = isQuick ? ROUNDS.quick : ROUNDS.full
  const site = await startSite(engine)
  try {
    const figures: Figure[] = []
    for (const [subject, worldOf] of Object.entries(WORLDS)) {
      const file = await worldOf(count)
      const turns: Turn[] = []
      for (let round = 0; round < rounds; round++) turns.push(await turn(site, file))
      figures.push(...figuresOf({ table: engine, subject }, count, turns))
    }
    return figures
  } finally {
    await site.stop()
  }
}

type Site = {
  readonly address: string
  readonly api: string
  readonly seat: Seat
  readonly stop: () => Promise<void>
}

async function startSite(engine: Engine): Promise<Site> {
  const database = await makeProcessDatabase(engine)
  const { server, api } = await startDeskProcess(database, { ...database.env, SEED: 'demo' })
  const stop = async () => {
    await server.end()
    await database.remove()
  }
  try {
    const { email } = await addAccount(database.db, 'Measurer', 'superuser')
    const seat = await logInToDesk(api, email, () => sql.raw(MAIL_CONFIRMED).execute(database.db))
    return { address: server.address, api, seat, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Milliseconds. */
type Spent = { readonly took: number; readonly p95: number; readonly longest: number }
type Turn = { readonly calm: Spent; readonly imported: Spent; readonly undone: Spent }

async function turn(site: Site, file: ForeignFile): Promise<Turn> {
  const { api, seat } = site
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name)
  const sent = await fetch(`${api}/uploads/import`, { method: 'POST', headers: seat, body: form })
  const { id: upload } = (await sent.json()) as { id: string }
  const calm = await beside(site, () => sleep(CALM_MS))
  const imported = await beside(site, () => send(`${api}/transfer/glossary`, { upload }, seat))
  const list = await fetch(`${api}/imports`, { headers: seat })
  const [latest] = (await list.json()) as { id: number }[]
  const undone = await beside(site, () => send(`${api}/imports/${latest?.id}/undo`, {}, seat))
  return { calm, imported, undone }
}

async function beside({ address }: Site, work: () => Promise<unknown>): Promise<Spent> {
  const end = await watchOthers(address, LISTS)
  const began = performance.now()
  await work()
  const took = performance.now() - began
  const { p95, longest, refused } = await end()
  if (refused > 0) throw new Error(`${refused} requests of others were refused`)
  return { took, p95, longest }
}

function figuresOf(
  own: { readonly table: Engine; readonly subject: string },
  count: number,
  turns: readonly Turn[],
): Figure[] {
  const of = (value: (turn: Turn) => number) => median(turns.map(value))
  const ms = { ...own, unit: 'ms', better: 'lower' } as const
  const isGoal = own.table === 'sqlite'
  return [
    {
      ...own,
      name: 'imported',
      value: of(({ imported }) => (count / imported.took) * 1000),
      unit: 'entries/s',
      better: 'higher',
      goal: isGoal ? RATE_MIN : undefined,
    },
    {
      ...own,
      name: 'undone',
      value: of(({ undone }) => (count / undone.took) * 1000),
      unit: 'entries/s',
      better: 'higher',
    },
    { ...ms, name: "others' p95 without", value: of(({ calm }) => calm.p95) },
    { ...ms, name: 'while importing', value: of(({ imported }) => imported.p95) },
    { ...ms, name: 'while undoing', value: of(({ undone }) => undone.p95) },
    { ...ms, name: 'longest while importing', value: of(({ imported }) => imported.longest) },
    { ...ms, name: 'longest while undoing', value: of(({ undone }) => undone.longest) },
    ...(['imported', 'undone'] as const).map(
      (what): Figure => ({
        ...own,
        name: `${what === 'imported' ? 'importing' : 'undoing'} to without`,
        value: of((one) => one[what].p95 / one.calm.p95),
        unit: 'times',
        better: 'lower',
        goal: isGoal && what === 'imported' ? SLOWER_MAX : undefined,
      }),
    ),
  ]
}
