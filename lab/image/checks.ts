import { strict as assert } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '../../scripts/lockPlatforms.ts'
import { steadyPort } from '../../scripts/steadyPort.ts'
import { eventually } from '../../test/helpers/server/faults.ts'
import { call } from './engine.ts'

const READY_WITHIN_MS = 60_000
const STOP_SECONDS = 35

export type Image = { readonly engine: string; readonly name: string }
export type Started = {
  readonly engine: string
  readonly container: string
  readonly site: string
  readonly desk: string
}

/** Options of docs/large-site.md, with the network of this machine for access to its databases. */
const CONFINED = ['--network=host', '--read-only', '--tmpfs=/tmp', '--cap-drop=ALL']
const options = (env: Readonly<Record<string, string>>): string[] => [
  ...CONFINED,
  '--security-opt=no-new-privileges',
  ...Object.entries(env).map(([name, value]) => `--env=${name}=${value}`),
]

/** A container of its own for one command. */
export const run = ({ engine, name }: Image, ...command: string[]): string =>
  call(engine, 'run', '--rm', ...options({}), name, ...command)

/** A further command beside the running server. @returns the last line that it prints */
export const exec = ({ engine, container }: Started, ...command: string[]): string =>
  call(engine, 'exec', container, ...command)
    .split('\n')
    .at(-1) ?? ''

/** Checks that no package of the lock file's development dependencies is installed. */
export function assertNoDevPackages(image: Image): string {
  const { packages } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
  ) as Lock
  const written = run(image, 'cat', 'node_modules/.package-lock.json')
  const installed = Object.keys((JSON.parse(written) as Lock).packages)
  const entries = Object.entries(packages).map(
    ([path, { link, resolved = path }]) => [path, packages[link ? resolved : path] ?? {}] as const,
  )
  const development = entries.filter(([path, { dev }]) => dev && installed.includes(path))
  const missing = entries.filter(
    ([path, { dev, devOptional, optional, peer }]) =>
      path.startsWith('node_modules/') &&
      !(dev || devOptional || optional || peer || installed.includes(path)),
  )
  assert.deepEqual({ development, missing }, { development: [], missing: [] })
  return `${installed.length} packages`
}

/** The command of the image's health check. */
export function healthCheck({ engine, name }: Image): string[] {
  const format = '{{json .Config.Healthcheck.Test}}'
  const [, ...command] = JSON.parse(call(engine, 'inspect', `--format=${format}`, name)) as string[]
  return command
}

/** Starts the image's command, and waits until it is ready. */
export async function start({ engine, name }: Image, settings: Record<string, string>) {
  const [port, deskPort] = [await steadyPort(), await steadyPort()]
  const env = { ...settings, PORT: String(port), DESK_PORT: String(deskPort) }
  const container = call(engine, 'run', '--detach', ...options(env), name)
  const [site, desk] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${deskPort}`]
  for (const since = performance.now(); !(await isReady(site)); await wait(100)) {
    if (performance.now() - since > READY_WITHIN_MS)
      throw new Error(`is not ready:\n${call(engine, 'logs', '--tail=50', container)}`)
  }
  return { engine, container, site, desk }
}

const isReady = (site: string): Promise<boolean> =>
  fetch(`${site}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Tests the site, its scripts, the API with a password hash and a mail, and the desk. */
export async function smokeTest({ site, desk }: Started): Promise<string> {
  // The first rendering of a process can exceed its limit; the plain page is sent until it is done.
  const page = await eventually(
    () => text(`${site}/discordia/`, 'text/html'),
    (html) => html.includes('<h1'),
  )
  const script = /<script[^>]+src="([^"]+)"/.exec(page)?.[1] ?? ''
  await text(new URL(script, site).href, 'javascript')
  await text(`${site}/api/settings/countries/`, 'json')
  // Unique, because TEST_DATABASE_URL may name a database of an earlier run.
  const name = `image${randomBytes(4).toString('hex')}`
  const account = {
    email: `${name}@discordia.example`,
    username: name,
    password: 'Golden-Apple-412',
  }
  const registered = await fetch(`${site}/api/users/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  assert.ok(registered.ok, `register: ${registered.status} ${await registered.text()}`)
  const deskPage = await text(`${desk}/`, 'text/html')
  await text(
    new URL(/<script[^>]+src="([^"]+)"/.exec(deskPage)?.[1] ?? '', desk).href,
    'javascript',
  )
  assert.equal((await fetch(`${desk}/desk/api/overview`)).status, 401)
  return 'landing page, script, countries, registration, desk'
}

async function text(url: string, type: string): Promise<string> {
  const response = await fetch(url)
  assert.equal(response.status, 200, `${url}: ${response.status}`)
  assert.match(response.headers.get('content-type') ?? '', new RegExp(type), url)
  return response.text()
}

/** Checks that no file of the image can be changed. */
export function assertReadOnly(started: Started): string {
  for (const file of ['/app/new', '/app/server/main.ts', '/new'])
    assert.throws(
      () => exec(started, '/bin/sh', '-c', `echo >> ${file}`),
      /Read-only file system|Permission denied/,
    )
  return exec(started, 'id')
}

export function stop({ engine, container }: Started): string {
  const since = performance.now()
  call(engine, 'stop', '-t', String(STOP_SECONDS), container)
  const took = Math.round(performance.now() - since)
  assert.equal(call(engine, 'inspect', '--format={{.State.ExitCode}}', container), '0')
  assert.ok(took < STOP_SECONDS * 1000, `${took} ms`)
  return `exit code 0 after ${took} ms`
}

/** Removes the container with its data. */
export const remove = ({ engine, container }: Started): string =>
  call(engine, 'rm', '--force', '--volumes', container)
