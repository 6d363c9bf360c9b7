import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { pictureFiles, releaseFiles } from '../../server/db/looseFiles.ts'
import {
  logInToDesk,
  MAIL_CONFIRMED,
  type Seat,
  startDeskProcess,
} from '../../test/helpers/server/deskProcess.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import {
  addAccount,
  makeProcessDatabase,
  type ProcessDatabase,
} from '../../test/helpers/server/processDatabase.ts'
import { allOrOne } from '../../test/helpers/server/sample.ts'
import { startProcess } from '../../test/helpers/server/serverProcess.ts'
import { engines } from '../../test/helpers/server/startServer.ts'
import { type ForeignFile, markdownWorld } from '../foreignWorlds.ts'
import { namedIn, storedIn, sweep } from './storedFiles.ts'

jest.setTimeout(300_000)

const KILLS = amount(10, 1)
const ENTRIES = amount(3000, 300)

type Counts = {
  readonly entries: number
  readonly sections: number
  readonly types: number
  readonly pictures: number
  readonly logged: number
}
const NOTHING: Counts = { entries: 0, sections: 0, types: 0, pictures: 0, logged: 0 }
type Whole = ForeignFile & { readonly all: Counts }

const sentence = 'A long text about a place, its people and what they want. '
const entries = Array.from({ length: ENTRIES }, (_, n) => ({
  key: `place-${n}`,
  title: `Place ${n}`,
  type: 'places',
  sections: [{ title: `About ${n}`, content: `${sentence.repeat(10)}${n}` }],
}))
const types = [{ key: 'places', name: 'Places', subtypes: [] }]
const own = async (): Promise<Whole> => ({
  name: 'glossary.json',
  bytes: Buffer.from(JSON.stringify({ format: 'discordia-glossary', version: 1, types, entries })),
  all: { entries: ENTRIES, sections: ENTRIES, types: 1, pictures: 0, logged: 1 },
})

/** Pictures that take a while to be stored, since each is encoded again. */
const PICTURES = amount(12, 4)
const SIDE = 600

async function foreign(): Promise<Whole> {
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const
  const pictures = await Promise.all(
    Array.from({ length: PICTURES }, async (_, n) => {
      const bytes = await sharp(randomBytes(SIDE * SIDE * raw.channels), { raw })
        .png()
        .toBuffer()
      return [`bild-${n}.png`, bytes] as const
    }),
  )
  return {
    ...(await markdownWorld(ENTRIES, Object.fromEntries(pictures))),
    all: { entries: ENTRIES, sections: 2 * ENTRIES, types: 3, pictures: PICTURES, logged: 1 },
  }
}

async function countIn({ db }: ProcessDatabase): Promise<Counts> {
  const count = async (
    table:
      | 'glossary_entries'
      | 'glossary_sub_entries'
      | 'glossary_types'
      | 'text_pictures'
      | 'audit_log',
  ) => {
    const rows = db.selectFrom(table).select((is) => is.fn.countAll<number>().as('n'))
    const { n } = await (table === 'audit_log'
      ? rows.where('resource', '=', 'transfer')
      : rows
    ).executeTakeFirstOrThrow()
    return Number(n)
  }
  return {
    entries: await count('glossary_entries'),
    sections: await count('glossary_sub_entries'),
    types: await count('glossary_types'),
    pictures: await count('text_pictures'),
    logged: await count('audit_log'),
  }
}

/** A running import: a function that kills it, and its end. */
type Importing = { readonly kill: () => void; readonly ended: Promise<unknown> }

/** Deletes everything that an import adds. */
async function empty({ db }: ProcessDatabase): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('glossary_entries').execute()
    await tx.deleteFrom('glossary_types').execute()
    const pictures = await tx.deleteFrom('text_pictures').returning('picture').execute()
    await releaseFiles(
      tx,
      pictures.flatMap(({ picture }) => pictureFiles(picture)),
    )
  })
}

async function byCommand({ path, env }: ProcessDatabase, file: ForeignFile): Promise<Importing> {
  const name = join(path, file.name)
  writeFileSync(name, file.bytes)
  const child: ChildProcess = spawn(
    process.execPath,
    [resolve('server/admin.ts'), 'import', 'glossary', name],
    { env: { PATH: process.env.PATH, DATA_DIR: path, SEED: 'none', ...env }, stdio: 'ignore' },
  )
  return { kill: () => child.kill('SIGKILL'), ended: once(child, 'exit') }
}

let seat: Seat | undefined
async function atDesk(database: ProcessDatabase, file: ForeignFile): Promise<Importing> {
  const { server, api } = await startDeskProcess(database, database.env)
  seat ??= await logInToDesk(api, 'ada@example.org', () =>
    sql.raw(MAIL_CONFIRMED).execute(database.db),
  )
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name)
  const sent = await fetch(`${api}/uploads/import`, { method: 'POST', headers: seat, body: form })
  const { id: upload } = (await sent.json()) as { id: string }
  const answer = fetch(`${api}/transfer/glossary`, {
    method: 'POST',
    headers: { ...seat, 'content-type': 'application/json' },
    body: JSON.stringify({ upload }),
  }).then(
    async (response) => {
      expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
      server.kill('SIGKILL')
    },
    () => undefined,
  )
  return {
    kill: () => server.kill('SIGKILL'),
    ended: Promise.all([answer, server.ended]),
  }
}

/** Migrates the database and adds an account that may import. */
async function prepared(database: ProcessDatabase): Promise<void> {
  const server = await startProcess(database.path, database.env)
  await server.end()
  await addAccount(database.db, 'Ada', 'superuser')
}

const ways = [
  ['by the command', byCommand],
  ['at the desk', atDesk],
] as const
const files = [
  ['a file of ours', own],
  ['a foreign archive with pictures', foreign],
] as const
const all = engines.flatMap((engine) =>
  ways.flatMap(([way, begin]) =>
    files.map(([what, make]) => [what, way, engine, begin, make] as const),
  ),
)
/** Each case starts a process; the short form picks one at random. */
const cases = allOrOne(all)

test.each(cases)(
  `an import of %s %s on %s that is killed leaves all or nothing, and after the sweep no file without its row, ${KILLS} times`,
  async (_what, _way, engine, begin, make) => {
    seat = undefined
    const file = await make()
    const database = await makeProcessDatabase(engine)
    try {
      await prepared(database)
      let [whole, none, loose] = [0, 0, 0]
      let durationMs = 0
      // The first import is not killed: it measures the duration. Nor is the last one: it shows that importing still works.
      for (let kill = 0; kill <= KILLS + 1; kill++) {
        const isKilled = kill > 0 && kill <= KILLS
        await empty(database)
        const logged = (await countIn(database)).logged
        const start = performance.now()
        const importing = await begin(database, file)
        const begun = performance.now() - start
        if (isKilled) {
          // Spreads the kills from the beginning to shortly after the expected end.
          const after = (durationMs * (kill - 0.5)) / KILLS - begun
          await Promise.race([importing.ended, setTimeout(Math.max(0, after))])
          importing.kill()
        }
        await importing.ended
        if (kill === 0) durationMs = performance.now() - start
        const seen = await countIn(database)
        const outcome = { ...seen, logged: seen.logged - logged }
        expect([NOTHING, file.all]).toContainEqual(outcome)
        if (outcome.entries === 0) none++
        else whole++
        if (!isKilled) expect(outcome).toEqual(file.all)
        loose += storedIn(database).length - (await namedIn(database)).length
        await sweep(database)
      }
      figure(
        `${KILLS} kills: ${none} times nothing, ${whole - 2} times all, never a part; ${loose} files for the sweep`,
      )
    } finally {
      await database.remove()
    }
  },
)
