/**
 * `npm run lab -- image`: executes the stages of the Dockerfile without a container engine, each in a folder of its own, and
 * starts the result as its user with a read-only root. Takes minutes; needs root on Debian, for bubblewrap and the
 * owners of files. Not covered: the base image itself and its npm: this machine's system is used instead.
 */
import { strict as assert } from 'node:assert'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries, startPostgres } from '../../scripts/postgres.ts'
import {
  assertNoDevPackages,
  assertReadOnly,
  contentsOf,
  exec,
  sizeOf,
  smokeTest,
  start,
  stop,
} from './checks.ts'
import { readCompose } from './composeFile.ts'
import { sandboxTests } from './sandbox.ts'
import { buildImage, type Image } from './stages.ts'

const ROOT = join(import.meta.dirname, '../..')
let passed = 0
let failed = 0

/** Prints the verdict of a step with its time; a failed one is counted and thrown on. */
async function verdict<T>(step: string, work: () => T | Promise<T>): Promise<T> {
  const since = performance.now()
  const seconds = () => ((performance.now() - since) / 1000).toFixed(1)
  try {
    const result = await work()
    passed++
    console.log(`passed ${step}${typeof result === 'string' ? `: ${result}` : ''} (${seconds()} s)`)
    return result
  } catch (error) {
    failed++
    console.log(`FAILED ${step} (${seconds()} s)`)
    throw error
  }
}

function report(step: string, work: () => void): void {
  const since = performance.now()
  try {
    work()
  } catch (error) {
    failed++
    console.log(`FAILED ${step}`)
    throw error
  }
  passed++
  console.log(`passed ${step} (${((performance.now() - since) / 1000).toFixed(1)} s)`)
}

async function checkEmbedded(image: Image): Promise<void> {
  const before = contentsOf(image)
  const settings = { PUBLIC_URL: 'https://discordia.example' }
  const run = await verdict('starts with a read-only root and SQLite', () => start(image, settings))
  const health = () => exec(image, run.env, ...image.healthCheck)
  await verdict('the health check of a running server passes', health)
  await verdict('site, API and desk respond', () => smokeTest(run))
  const admin = (...args: string[]) => exec(image, run.env, 'node', 'server/admin.ts', ...args)
  await verdict('operator command: outbox', () => admin('outbox'))
  await verdict('operator command: backup', () => admin('backup', '/data/copy'))
  await verdict('its user can write nothing but /data and /tmp', () => assertReadOnly(image))
  await verdict('SIGTERM to process 1', () => stop(run))
  await verdict('the health check of a stopped server fails', () =>
    assert.rejects(health(), /ends with 1/),
  )
  await verdict('no file of the image has changed', () => assert.equal(contentsOf(image), before))
}

/** The settings of compose.yaml, with a PostgreSQL in place of its database: one that the sandbox reaches by TCP. */
async function checkCompose(image: Image): Promise<void> {
  const binaries = findBinaries()
  if (!binaries) {
    console.log('skipped the settings of compose.yaml: no PostgreSQL')
    return
  }
  const database = await startPostgres(binaries)
  const given = { JWT_SECRET: 'c'.repeat(64), POSTGRES_PASSWORD: 'd'.repeat(64) }
  const { services } = readCompose(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), given)
  const settings = services.app?.environment
  try {
    const run = await verdict('starts with the settings of compose.yaml and PostgreSQL', () =>
      start(image, { ...settings, DATABASE_URL: database.url }),
    )
    await verdict('site, API and desk respond', () => smokeTest(run))
    await verdict('SIGTERM to process 1', () => stop(run))
  } finally {
    await database.stop()
  }
}

async function main(work: string): Promise<void> {
  const image = buildImage(ROOT, work, report)
  await verdict('no package of development, and none missing', () => assertNoDevPackages(image))
  const { tree, folder } = image
  const parts = ['node_modules', 'dist', 'server', 'locales', 'contract']
  const sizes = parts.map((part) => `${part} ${sizeOf(join(tree, folder, part))} MB`)
  console.log(`size: ${sizeOf(join(tree, folder))} MB without the base image (${sizes.join(', ')})`)
  await checkEmbedded(image)
  await checkCompose(image)
}

const sandbox = await sandboxTests()
if (sandbox instanceof Error) {
  console.log(`skipped: ${sandbox.message}`)
  process.exit(1)
}
const work = mkdtempSync(join(tmpdir(), 'discordia-image-'))
// For the user of the image.
chmodSync(work, 0o755)
try {
  await main(work)
} catch (error) {
  console.error(error)
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)
process.exit()
