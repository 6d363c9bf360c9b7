import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DAY_MS } from '../../server/config/time.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import {
  addAccount,
  makeProcessDatabase,
  type ProcessDatabase,
} from '../../test/helpers/server/processDatabase.ts'
import { allOrOne } from '../../test/helpers/server/sample.ts'
import { engines } from '../../test/helpers/server/startServer.ts'
import { storedIn, sweep } from './storedFiles.ts'

jest.setTimeout(300_000)

const KILLS = amount(10, 2)
const FILES = amount(60, 20)
const MEGABYTE = 1024 * 1024
/** Longer than an import can be undone: replaced files are deleted after it. */
const LATER_MS = 2 * DAY_MS

/** Files whose bytes are those of a version. */
function writeVersion(folder: string, version: number): void {
  mkdirSync(join(folder, 'Maps'), { recursive: true })
  for (let n = 0; n < FILES; n++)
    writeFileSync(join(folder, 'Maps', `map-${n}.bin`), Buffer.alloc(MEGABYTE, version * FILES + n))
}

/** Runs the import of a folder by the command. */
function importing({ path, env }: ProcessDatabase, folder: string) {
  const child = spawn(
    process.execPath,
    [resolve('server/admin.ts'), 'import', 'downloads', folder],
    { env: { PATH: process.env.PATH, DATA_DIR: path, SEED: 'none', ...env }, stdio: 'ignore' },
  )
  return { kill: () => child.kill('SIGKILL'), ended: once(child, 'exit') }
}

const rowsIn = ({ db }: ProcessDatabase) =>
  db.selectFrom('download_files').select(['file_key', 'digest']).orderBy('id').execute()

test.each(allOrOne(engines))(
  `an import of downloads on %s that is killed leaves all or nothing, and after the sweep no file without its row, ${KILLS} times`,
  async (engine) => {
    const database = await makeProcessDatabase(engine)
    const folder = join(database.path, 'folder')
    try {
      await sweep(database, LATER_MS)
      await addAccount(database.db, 'Ada', 'superuser')
      writeVersion(folder, 0)
      const start = performance.now()
      await importing(database, folder).ended
      const durationMs = performance.now() - start
      let [whole, orphans] = [0, 0]
      for (let kill = 1; kill <= KILLS; kill++) {
        const before = await rowsIn(database)
        expect(before).toHaveLength(FILES)
        writeVersion(folder, kill)
        const { kill: end, ended } = importing(database, folder)
        // Spreads the kills from the beginning to the expected end.
        await Promise.race([ended, setTimeout((durationMs * (kill - 0.5)) / KILLS)])
        end()
        await ended
        const after = await rowsIn(database)
        const changed = after.filter(({ digest }, n) => digest !== before[n]?.digest).length
        expect([0, FILES]).toContain(changed)
        if (changed > 0) whole++
        orphans += storedIn(database).length - FILES
        await sweep(database, LATER_MS)
        expect(storedIn(database)).toEqual(after.map(({ file_key }) => file_key).toSorted())
      }
      figure(`${KILLS} kills: ${whole} times all, else nothing; ${orphans} files swept`)
    } finally {
      await database.remove()
    }
  },
)
