/**
 * Second half of `npm run lab -- image`: builds the image by the container engine of this machine, and checks a
 * container of it with a read-only root. suites.ts skips it if there is no engine. NODE_IMAGE names another base image,
 * such as one of a mirror.
 */
import { strict as assert } from 'node:assert'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBinaries, startPostgres } from '../../scripts/postgres.ts'
import {
  assertNoDevPackages,
  assertReadOnly,
  exec,
  healthCheck,
  type Image,
  remove,
  run,
  type Started,
  smokeTest,
  start,
  stop,
} from './checks.ts'
import { readCompose } from './composeFile.ts'
import { call, findEngine } from './engine.ts'

const ROOT = join(import.meta.dirname, '../..')
const NAME = 'discordia-lab'

/** Prints the verdict of a step with its time. */
async function verdict<T>(step: string, work: () => T | Promise<T>): Promise<T> {
  const since = performance.now()
  try {
    const result = await work()
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    console.log(`passed ${step}${typeof result === 'string' ? `: ${result}` : ''} (${seconds} s)`)
    return result
  } catch (error) {
    console.log(`FAILED ${step}`)
    throw error
  }
}

async function checkStart(
  image: Image,
  what: string,
  settings: Record<string, string>,
  work?: (started: Started) => Promise<unknown>,
): Promise<void> {
  const started = await verdict(`starts with a read-only root and ${what}`, () =>
    start(image, settings),
  )
  try {
    await verdict('site, API and desk respond', () => smokeTest(started))
    await work?.(started)
    await verdict('SIGTERM to process 1', () => stop(started))
  } finally {
    remove(started)
  }
}

async function checkEmbedded(image: Image): Promise<void> {
  const health = healthCheck(image)
  const admin = ['node', 'server/admin.ts']
  const settings = { PUBLIC_URL: 'https://discordia.example' }
  await checkStart(image, 'SQLite', settings, async (started) => {
    await verdict('its health check passes', () => exec(started, ...health))
    await verdict('operator command: outbox', () => exec(started, ...admin, 'outbox'))
    await verdict('operator command: backup', () => exec(started, ...admin, 'backup', '/data/copy'))
    await verdict('its user can write nothing but /data and /tmp', () => assertReadOnly(started))
  })
  await verdict('the health check fails without a server', () =>
    assert.throws(() => run(image, ...health), /ends with 1/),
  )
}

/** Checks the settings of compose.yaml, with a PostgreSQL of this machine instead of its database. */
async function checkCompose(image: Image): Promise<void> {
  const binaries = findBinaries()
  if (!binaries) return console.log('measured: skipped the settings of compose.yaml: no PostgreSQL')
  const database = await startPostgres(binaries)
  const given = { JWT_SECRET: 'c'.repeat(64), POSTGRES_PASSWORD: 'd'.repeat(64) }
  const { services } = readCompose(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), given)
  const settings = { ...services.app?.environment, DATABASE_URL: database.url }
  try {
    await checkStart(image, 'the settings of compose.yaml and PostgreSQL', settings)
  } finally {
    await database.stop()
  }
}

const builder = process.env.IMAGE_BUILDER ?? findEngine('docker', 'podman', 'buildah')
if (!builder) throw new Error('There is no container engine.')
const base = process.env.NODE_IMAGE ? [`--build-arg=NODE_IMAGE=${process.env.NODE_IMAGE}`] : []
await verdict(`the image is built by ${builder}`, () => {
  call(builder, 'build', `--tag=${NAME}`, ...base, ROOT)
})
const engine = process.env.CONTAINER_ENGINE
if (engine) {
  const image = { engine, name: NAME }
  await verdict('no package of development, and none missing', () => assertNoDevPackages(image))
  await checkEmbedded(image)
  await checkCompose(image)
}
process.exit()
