/** Lints the API document by lab/api/redocly.yaml: `npm run lab -- api`, part of `.ci/run`. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kitsOf } from '../../server/compose/collect.ts'
import { buildApp } from '../../server/compose/site.ts'
import { readSettings } from '../../server/config/env.ts'
import { openDatabase } from '../../server/db/open.ts'
import { readsOfPrimary } from '../../server/db/replica.ts'
import { openFiles } from '../../server/files/openFiles.ts'
import { ResponseCache } from '../../server/http/cache/responseCache.ts'
import { makeGates } from '../../server/http/gate.ts'
import { makePasswords } from '../../server/http/passwords.ts'
import { makeSecurityLog } from '../../server/http/securityLog.ts'

const LAB = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'discordia-api-'))
const document = join(folder, 'openapi.json')

/** The document as the server serves it; no database query runs. */
async function writeDocument(): Promise<void> {
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', SEED: 'none' })
  const { db, engine } = openDatabase(settings)
  const clock = () => Date.now()
  const files = await openFiles(settings)
  const app = await buildApp({
    db,
    publicReads: readsOfPrimary(db),
    engine,
    settings,
    clock,
    jwtSecret: 'signs nothing',
    files,
    responseCache: new ResponseCache(clock),
    gates: makeGates(),
    kit: kitsOf({ db, clock, jwtSecret: '', files, settings }),
    passwords: makePasswords(),
    security: makeSecurityLog(clock),
  })
  writeFileSync(document, (await app.inject('/api/openapi.json')).body)
  await app.close()
  await db.destroy()
}

try {
  await writeDocument()
  const linter = join(LAB, 'node_modules/@redocly/cli/bin/cli.js')
  const { status } = spawnSync(process.execPath, [linter, 'lint', document], {
    // Redocly looks for redocly.yaml in its working directory.
    cwd: import.meta.dirname,
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
