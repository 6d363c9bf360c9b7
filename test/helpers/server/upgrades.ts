import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { collected } from '#server/compose/collect.ts'
import { prepare } from '#server/compose/prepare.ts'
import { buildApp } from '#server/compose/site.ts'
import type { App } from '#server/http/deps.ts'
import type { StartReport } from '#server/modules/face.ts'
import { linkTexts } from '#server/modules/linking/linker.ts'
import type { DataPlace } from './places.ts'
import { unzipped } from './unzipped.ts'

/** An account of a fixture. */
export type Login = {
  readonly email: string
  readonly password: string
  /** Recovery codes of its second step, each for one login. */
  readonly codes?: string[]
  /** The token of a session that is open. */
  readonly refresh: string
}
/** A response of the version that made the fixture. */
export type Read = {
  /** Null: without a login. */
  readonly as: string | null
  /** Below `/api`. */
  readonly path: string
  readonly body: unknown
}
/** `expected.json` of a fixture. */
export type Recorded = {
  readonly version: string
  readonly commit: string
  /** ISO 8601. */
  readonly made: string
  readonly logins: readonly Login[]
  /** Number of rows by table. */
  readonly tables: Readonly<Record<string, number>>
  readonly reads: readonly Read[]
}

export const FIXTURES = join(import.meta.dirname, '../../fixtures/upgrades')
/** Files of a fixture: the data directory, and a backup of it, which versions before 0.3.0 made in another form. */
export const PARTS = {
  data: 'data.zip.br',
  backup: 'backup.zip.br',
  expected: 'expected.json',
} as const

const isVersion = (fixture: string): boolean => fixture.includes('.')

/** Names of the fixtures: commits of the time before there were versions, then versions, the oldest first. */
export const upgradeFixtures = (): string[] => {
  const names = readdirSync(FIXTURES)
  const versions = names.filter(isVersion)
  return [
    ...names.filter((name) => !isVersion(name)),
    ...versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
  ]
}

export const recordedIn = (fixture: string): Recorded =>
  JSON.parse(readFileSync(join(FIXTURES, fixture, PARTS.expected), 'utf8'))

/** The archive of the data directory. */
export const dataOf = (fixture: string): Buffer => readFileSync(join(FIXTURES, fixture, PARTS.data))

/** The archive of a backup; null: the version had none that could be restored. */
export function backupOf(fixture: string): Buffer | null {
  const archive = join(FIXTURES, fixture, PARTS.backup)
  return existsSync(archive) ? readFileSync(archive) : null
}

export async function unpack(archive: Buffer, folder: string): Promise<void> {
  for (const [name, bytes] of await unzipped(brotliDecompressSync(archive))) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, bytes, { mode: 0o600 })
  }
}

export type Started = {
  readonly app: App
  readonly report: StartReport
  /** Links texts, which the process does in its first seconds. */
  readonly link: () => Promise<unknown>
  readonly close: () => Promise<void>
}

/** Starts the server of this version as its process does, with a clock that stands still. */
export async function startOn({ env }: Pick<DataPlace, 'env'>, made: string): Promise<Started> {
  const quiet = { LOG_LEVEL: 'silent', SSR: 'off', RATE_LIMITS: 'off' }
  const { deps, report, close } = await prepare({ ...env, ...quiet })
  const standing = { ...deps, clock: () => Date.parse(made) }
  const app = await buildApp(standing)
  await app.ready()
  return {
    app,
    report,
    link: () => linkTexts(standing, collected.links),
    close: async () => {
      await app.close()
      await close()
    },
  }
}

/** What later versions changed on purpose. */
const CHANGED: readonly RegExp[] = [
  // Since 0.6.0 events are open to everybody.
  / \/contents\/registration\/\d+ \.(open_to|may_sign_up):/,
  // The activity of a group has the order of time, no longer that of ids.
  / \/rpggroups\/page\/\d+ \.log\.entries\[\d+\]\./,
]

/**
 * Logs the accounts in, continues their sessions, and reads all again.
 * @returns what is refused, and what differs from the responses of the older version
 */
export async function lostSince(
  { logins, reads }: Recorded,
  { app, link }: Pick<Started, 'app' | 'link'>,
): Promise<string[]> {
  await link()
  const differences: string[] = []
  const bearers = new Map<string | null, Record<string, string>>()
  for (const { email, password, codes, refresh } of logins) {
    const post = (url: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api/users/${url}`, payload })
    const loggedIn = await post('login/', { email, password, code: codes?.at(-1) })
    const renewed = await post('login/refresh/', { refresh })
    for (const [what, { statusCode, body }] of Object.entries({ loggedIn, renewed }))
      if (statusCode !== 200) differences.push(`${email} ${what}: ${statusCode} ${body}`)
    bearers.set(email, { authorization: `Bearer ${loggedIn.json().access}` })
  }
  for (const { as, path, body } of reads) {
    const headers = bearers.get(as) ?? {}
    const response = await app.inject({ url: `/api${path}`, headers })
    differences.push(...lost(body, response.json(), `${as} ${path} `))
  }
  return differences.filter((line) => !CHANGED.some((one) => one.test(line)))
}

/** Differences of a response from that of the older version, which had no further fields. */
function lost(before: unknown, now: unknown, at = ''): string[] {
  if (Array.isArray(before)) {
    const rows: readonly unknown[] = Array.isArray(now) ? now : []
    if (rows.length !== before.length) return [`${at}: ${before.length} are ${rows.length}`]
    return before.flatMap((row, index) => lost(row, rows[index], `${at}[${index}]`))
  }
  if (typeof before === 'object' && before !== null)
    return Object.entries(before).flatMap(([field, value]) =>
      lost(value, (now as Record<string, unknown> | null | undefined)?.[field], `${at}.${field}`),
    )
  return before === now ? [] : [`${at}: ${JSON.stringify(before)} is ${JSON.stringify(now)}`]
}
