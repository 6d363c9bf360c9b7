import { strict as assert } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '../../scripts/lockPlatforms.ts'
import { steadyPort } from '../../scripts/steadyPort.ts'
import { eventually } from '../../test/helpers/server/faults.ts'
import { endOf, type Running, runInImage } from './sandbox.ts'
import type { Image } from './stages.ts'

const READY_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 35_000

/** The lock file says which packages are for development alone. */
export function assertNoDevPackages({ tree, folder }: Image): string {
  const { packages } = lockIn(join(import.meta.dirname, '../../package-lock.json'))
  const isThere = (path: string) => existsSync(join(tree, folder, path))
  const entries = Object.entries(packages).map(
    ([path, { link, resolved = path }]) => [path, packages[link ? resolved : path] ?? {}] as const,
  )
  const development = entries.filter(([path, { dev }]) => dev && isThere(path))
  assert.deepEqual(
    development.map(([path]) => path),
    [],
  )
  const missing = entries.filter(
    ([path, { dev, devOptional, optional, peer }]) =>
      path !== '' && !dev && !devOptional && !optional && !peer && !isThere(path),
  )
  assert.deepEqual(
    missing.map(([path]) => path),
    [],
  )
  const installed = lockIn(join(tree, folder, 'node_modules/.package-lock.json'))
  return `${Object.keys(installed.packages).length} packages`
}

const lockIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Lock

/** In MB (millions of bytes), without the base image. */
export function sizeOf(path: string): number {
  const { stdout } = spawnSync('du', ['-s', '--block-size=1', path], { encoding: 'utf8' })
  return Math.round(Number.parseInt(stdout, 10) / 1e6)
}

export type Started = {
  readonly server: Running
  readonly env: Record<string, string>
  readonly site: string
  readonly desk: string
}

/** Starts the image's command, and waits until it is ready. */
export async function start(image: Image, settings: Record<string, string>): Promise<Started> {
  const [port, deskPort] = [await steadyPort(), await steadyPort()]
  const env = { ...image.env, ...settings, PORT: String(port), DESK_PORT: String(deskPort) }
  const server = runInImage({ ...image, env }, image.command)
  let isOver = false
  void server.ended.then(() => {
    isOver = true
  })
  const site = `http://127.0.0.1:${port}`
  for (const since = performance.now(); !(await isReady(site)); await wait(100)) {
    if (isOver || performance.now() - since > READY_WITHIN_MS) {
      if (!isOver) server.stop()
      throw new Error(`is not ready:\n${server.printed().slice(-3000)}`)
    }
  }
  return { server, env, site, desk: `http://127.0.0.1:${deskPort}` }
}

const isReady = (site: string): Promise<boolean> =>
  fetch(`${site}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Site, its scripts, API with a password hash and a mail, desk. */
export async function smokeTest({ site, desk }: Started): Promise<string> {
  // The first rendering of a process can exceed its limit: then the plain page is sent until it is done.
  const page = await eventually(
    () => text(`${site}/discordia/`, 'text/html'),
    (html) => html.includes('<h1'),
  )
  const script = /<script[^>]+src="([^"]+)"/.exec(page)?.[1] ?? ''
  await text(new URL(script, site).href, 'javascript')
  await text(`${site}/api/settings/countries/`, 'json')
  // Of its own: TEST_DATABASE_URL may name a database of an earlier run.
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

/** A further command beside the running server, as `docker exec` runs it. */
export async function exec(
  image: Image,
  env: Record<string, string>,
  ...command: string[]
): Promise<string> {
  const { code, printed } = await endOf(runInImage({ ...image, env }, command))
  assert.equal(code, 0, `${command.join(' ')} ends with ${code}:\n${printed}`)
  return printed.trim().split('\n').at(-1) ?? ''
}

/** No file of the image may change, and none can. */
export async function assertReadOnly(image: Image): Promise<string> {
  for (const file of ['/app/new', '/app/server/main.ts', '/new'])
    await assert.rejects(
      exec(image, {}, '/bin/sh', '-c', `echo >> ${file}`),
      /Read-only file system|Permission denied/,
    )
  return exec(image, {}, 'id')
}

/** A line per file with its size and time; data and what stands for the base image are not in it. */
export function contentsOf({ tree }: Image): string {
  const find = ['.', '-xdev', '-path', './data', '-prune', '-o', '-printf', '%p %y %s %T@ %U\n']
  return spawnSync('find', find, { cwd: tree, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout
}

export async function stop({ server }: Started): Promise<string> {
  const since = performance.now()
  server.stop()
  const { code, printed } = await endOf(server)
  assert.equal(code, 0, printed)
  const took = Math.round(performance.now() - since)
  assert.ok(took < STOPPED_WITHIN_MS, `${took} ms`)
  return `exit code 0 after ${took} ms`
}
