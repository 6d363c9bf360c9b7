import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
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

jest.setTimeout(300_000)

const KILLS = amount(10, 1)
const ENTRIES = amount(3000, 300)

const sentence = 'A long text about a place, its people and what they want. '
const file = JSON.stringify({
  format: 'discordia-glossary',
  version: 1,
  types: [{ key: 'places', name: 'Places', subtypes: [] }],
  entries: Array.from({ length: ENTRIES }, (_, n) => ({
    key: `place-${n}`,
    title: `Place ${n}`,
    type: 'places',
    sections: [{ title: `About ${n}`, content: `${sentence.repeat(10)}${n}` }],
  })),
})
const NOTHING = { entries: 0, sections: 0, types: 0, logged: 0 }
const ALL = { entries: ENTRIES, sections: ENTRIES, types: 1, logged: 1 }

async function countIn({ db }: ProcessDatabase): Promise<typeof ALL> {
  const count = async (
    table: 'glossary_entries' | 'glossary_sub_entries' | 'glossary_types' | 'audit_log',
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
    logged: await count('audit_log'),
  }
}

/** A running import: a function that kills it, and its end. */
type Importing = { readonly kill: () => void; readonly ended: Promise<unknown> }

async function byCommand({ path, env }: ProcessDatabase): Promise<Importing> {
  const name = join(path, 'glossary.json')
  writeFileSync(name, file)
  const child: ChildProcess = spawn(
    process.execPath,
    [resolve('server/admin.ts'), 'import', 'glossary', name],
    { env: { PATH: process.env.PATH, DATA_DIR: path, SEED: 'none', ...env }, stdio: 'ignore' },
  )
  return { kill: () => child.kill('SIGKILL'), ended: once(child, 'exit') }
}

let seat: Seat | undefined
async function atDesk(database: ProcessDatabase): Promise<Importing> {
  const { server, api } = await startDeskProcess(database, database.env)
  seat ??= await logInToDesk(api, 'ada@example.org', () =>
    sql.raw(MAIL_CONFIRMED).execute(database.db),
  )
  const form = new FormData()
  form.set('file', new Blob([file]), 'glossary.json')
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
  server.kill('SIGTERM')
  await server.ended
  await addAccount(database.db, 'Ada', 'superuser')
}

const ways = [
  ['by the command', byCommand],
  ['at the desk', atDesk],
] as const
const all = engines.flatMap((engine) => ways.map(([name, begin]) => [name, engine, begin] as const))
/** Each case starts a process; the short form picks one at random. */
const cases = allOrOne(all)

test.each(cases)(
  `an import %s on %s that is killed leaves all or nothing, ${KILLS} times`,
  async (_name, engine, begin) => {
    seat = undefined
    const database = await makeProcessDatabase(engine)
    try {
      await prepared(database)
      let [whole, none] = [0, 0]
      let durationMs = 0
      // The first import is not killed: it measures the duration.
      for (let kill = 0; kill <= KILLS; kill++) {
        await database.db.deleteFrom('glossary_entries').execute()
        await database.db.deleteFrom('glossary_types').execute()
        const logged = (await countIn(database)).logged
        const start = performance.now()
        const importing = await begin(database)
        const begun = performance.now() - start
        if (kill > 0) {
          // Spreads the kills from the beginning to shortly after the expected end.
          const after = (durationMs * (kill - 0.5)) / KILLS - begun
          await Promise.race([importing.ended, setTimeout(Math.max(0, after))])
          importing.kill()
        }
        await importing.ended
        if (kill === 0) durationMs = performance.now() - start
        const seen = await countIn(database)
        const outcome = { ...seen, logged: seen.logged - logged }
        expect([NOTHING, ALL]).toContainEqual(outcome)
        if (outcome.entries === 0) none++
        else whole++
        if (kill === 0) expect(outcome).toEqual(ALL)
      }
      figure(`${KILLS} kills: ${none} times nothing, ${whole - 1} times all, never a part`)
    } finally {
      await database.remove()
    }
  },
)
