import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { wholeSite, writeFiles } from '../../test/helpers/fixtures/siteFolders.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import {
  makeProcessDatabase,
  type ProcessDatabase,
} from '../../test/helpers/server/processDatabase.ts'
import { allOrOne } from '../../test/helpers/server/sample.ts'
import { startProcess } from '../../test/helpers/server/serverProcess.ts'
import { engines } from '../../test/helpers/server/startServer.ts'

jest.setTimeout(300_000)

const KILLS = amount(20, 4)

/** Names of the public files that a table has, by their last part. */
async function keysIn({ db }: ProcessDatabase): Promise<{ ours: string[]; loose: string[] }> {
  const kept = await db.selectFrom('site_kit_files').select('file_key as key').execute()
  const announced = await db.selectFrom('loose_files').select('key').execute()
  const names = (rows: readonly { key: string }[]) => rows.map(({ key }) => key.split('/').at(-1))
  return { ours: names(kept) as string[], loose: names(announced) as string[] }
}

const filesOf = ({ path }: ProcessDatabase): string[] => {
  try {
    return readdirSync(join(path, 'uploads/public'))
  } catch {
    return []
  }
}

test.each(allOrOne(engines))(
  `the import of a site on %s that is killed leaves the site as it was, and no file that is forgotten, ${KILLS} times`,
  async (engine) => {
    const database = await makeProcessDatabase(engine)
    const folder = mkdtempSync(join(tmpdir(), 'discordia-killed-site-'))
    const count = async () =>
      (await database.db.selectFrom('site_kits').select('id').execute()).length
    try {
      writeFiles(folder, await wholeSite())
      const server = await startProcess(database.path, database.env)
      await server.end()
      let durationMs = 0
      let whole = 0
      // The first import is not killed: it measures the duration.
      for (let kill = 0; kill <= KILLS; kill++) {
        await database.db.deleteFrom('site_kits').execute()
        const start = performance.now()
        const child = spawn(
          process.execPath,
          [resolve('server/admin.ts'), 'site', 'import', folder],
          {
            env: { PATH: process.env.PATH, DATA_DIR: database.path, SEED: 'none', ...database.env },
            stdio: 'ignore',
          },
        )
        const ended = once(child, 'exit')
        if (kill > 0) {
          // Spreads the kills from the beginning to shortly after the expected end.
          await Promise.race([ended, setTimeout((durationMs * (kill - 0.5)) / KILLS)])
          child.kill('SIGKILL')
        }
        await ended
        if (kill === 0) durationMs = performance.now() - start
        const kits = await count()
        expect([0, 1]).toContain(kits)
        if (kill === 0) expect(kits).toBe(1)
        whole += kits
        const { ours, loose } = await keysIn(database)
        const stored = filesOf(database)
        // A file of the site is there; any other one is known to the sweep, which removes it.
        expect(ours.filter((name) => !stored.includes(name))).toEqual([])
        const known = [...ours, ...loose]
        expect(stored.filter((name) => !known.includes(name))).toEqual([])
      }
      figure(`${KILLS} kills: ${KILLS + 1 - whole} times nothing, ${whole - 1} times all`)
    } finally {
      await database.remove()
      rmSync(folder, { recursive: true })
    }
  },
)
