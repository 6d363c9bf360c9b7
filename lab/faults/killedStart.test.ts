import { existsSync, globSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { OwnPostgres } from '../../scripts/postgres.ts'
import { amount, eventually, figure } from '../../test/helpers/server/faults.ts'
import {
  connectTo,
  hasOwnPostgres,
  startOwnPostgres,
} from '../../test/helpers/server/ownPostgres.ts'
import {
  makeDataDir,
  type StartingServer,
  spawnServer,
  startProcess,
} from '../../test/helpers/server/serverProcess.ts'

jest.setTimeout(600_000)

const KILLS = amount(40, 1)
/** Latest kill after the database file has appeared. Milliseconds. */
const SPREAD = 60
/** Latest kill after the first statement on PostgreSQL, which takes longer. Milliseconds. */
const POSTGRES_SPREAD = 400

const until = (condition: () => boolean): Promise<boolean> => eventually(condition, Boolean)

async function stop(server: StartingServer): Promise<void> {
  await server.end('SIGKILL')
}

test(`after each of ${KILLS} kills while SQLite was being migrated, the next start succeeds`, async () => {
  const failed: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const dataDir = makeDataDir()
    const first = spawnServer(dataDir.path)
    await until(() => existsSync(join(dataDir.path, 'discordia.sqlite')))
    await setTimeout((kill / KILLS) * SPREAD)
    await first.end('SIGKILL')
    const second = await startProcess(dataDir.path)
    if (second.address === '') failed.push(second.printed())
    await stop(second)
    dataDir.remove()
  }
  figure(`${KILLS} kills, ${failed.length} failed starts (limit 0)`)
  expect(failed).toEqual([])
})

/** Number of committed tables, without those that the migrator creates for itself. */
function tablesIn(file: string): number {
  if (!existsSync(`${file}-wal`) || !existsSync(`${file}-shm`)) return 0
  const database = new Database(file, { readonly: true })
  const tables = database.prepare(
    "select name from sqlite_master where type = 'table' and name not like 'kysely%'",
  )
  const { length } = tables.all()
  database.close()
  return length
}

test('SQLite shows no table before it shows all: a kill at the first one is harmless', async () => {
  for (let kill = 0; kill < amount(10, 1); kill++) {
    const dataDir = makeDataDir()
    const file = join(dataDir.path, 'discordia.sqlite')
    const first = spawnServer(dataDir.path)
    await until(() => tablesIn(file) > 0)
    await stop(first)
    const second = await startProcess(dataDir.path)
    expect(second.printed()).toContain('Discordia is ready on')
    await stop(second)
    dataDir.remove()
  }
})

/** All keys of files, pictures and their variants in rows. */
function namesInRows(file: string): string {
  const database = new Database(file, { readonly: true })
  const tables = ['contents', 'glossary_entries', 'rule_entries', 'rule_videos', 'download_files']
  const rows = tables.map((table) => database.prepare(`select * from ${table}`).all())
  database.close()
  return JSON.stringify(rows)
}

/** Fewer files than the demonstration stores. */
const FILES = 75

test('a kill while the demonstration is being stored leaves no file that no row names', async () => {
  const kills = amount(12, 1)
  for (let kill = 0; kill < kills; kill++) {
    const dataDir = makeDataDir()
    const uploads = join(dataDir.path, 'uploads')
    const count = (): number => globSync(join(uploads, '*', '*')).length
    const first = spawnServer(dataDir.path, { SEED: 'demo' })
    await until(() => existsSync(join(uploads, 'public')))
    const enough = 5 + (kill / kills) * FILES
    await until(() => count() >= enough)
    await first.end('SIGKILL')
    const second = await startProcess(dataDir.path, { SEED: 'demo' })
    expect(second.address).not.toBe('')
    await stop(second)
    const named = namesInRows(join(dataDir.path, 'discordia.sqlite'))
    const stored = ['public', 'private'].flatMap((shelf) => readdirSync(join(uploads, shelf)))
    expect(stored.filter((name) => !named.includes(basename(name)))).toEqual([])
    dataDir.remove()
  }
  figure(`${kills} kills, no file that no row names (limit 0)`)
})

if (hasOwnPostgres)
  test('a kill while PostgreSQL is being migrated leaves it as it was, and the next start succeeds', async () => {
    const database: OwnPostgres = await startOwnPostgres()
    const kills = amount(40, 1)
    for (let kill = 0; kill < kills; kill++) {
      const client = await connectTo(database.url)
      await client.query(`create database kill_${kill}`)
      const url = new URL(database.url)
      url.pathname = `/kill_${kill}`
      const env = { DATABASE_URL: url.href, JWT_SECRET: 'x'.repeat(40) }
      const dataDir = makeDataDir()
      const first = spawnServer(dataDir.path, env)
      for (let seen: number | null = 0; seen === 0; )
        ({ rowCount: seen } = await client.query(
          `select 1 from pg_stat_activity where datname = 'kill_${kill}' and query ilike 'create%'`,
        ))
      // Kills at the first statement, then later with each round.
      await setTimeout((kill / kills) * POSTGRES_SPREAD)
      await first.end('SIGKILL')
      const second = await startProcess(dataDir.path, env)
      expect(second.printed()).toContain('Discordia is ready on')
      await stop(second)
      await client.end()
      dataDir.remove()
    }
    figure(`${kills} kills, 0 failed starts (limit 0)`)
    await database.stop()
  })
