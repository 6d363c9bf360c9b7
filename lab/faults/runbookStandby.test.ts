/** Runs the lines of docs/large-site.md about a standby as written, only in the long form. */
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unprivilegedUser } from '../../scripts/postgres.ts'
import { steadyPort } from '../../scripts/steadyPort.ts'
import { eventually, figure } from '../../test/helpers/server/faults.ts'
import {
  clientEnv,
  connectTo,
  killAll,
  onDatabase,
  startOwnPostgres,
} from '../../test/helpers/server/ownPostgres.ts'
import { SECRET } from '../../test/helpers/server/places.ts'
import { atPsql, type Installation, install, signUp, statusOf } from './runbook/operator.ts'
import { lines } from './runbook/runbookLines.ts'

/**
 * Simulates a host name that can be moved to another machine: forwards connections to a port of this one. The caller
 * closes it.
 * @param first first port
 */
async function startHostName(first: number) {
  let target = first
  const open = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const port = await steadyPort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const drop = (): void => {
    for (const socket of open) socket.destroy()
    open.clear()
  }
  return {
    port,
    leadTo: (other: number) => {
      target = other
      drop()
    },
    close: () => {
      drop()
      server.close()
    },
  }
}

jest.setTimeout(300_000)

const owner = unprivilegedUser()
let site: Installation
let standbyData: string
beforeAll(async () => {
  standbyData = mkdtempSync(join(tmpdir(), 'discordia-runbook-standby-'))
  if (owner) chownSync(standbyData, owner.uid, owner.gid)
  site = await install((port) => ({
    '127.0.0.1:3000': `127.0.0.1:${port}`,
    '<data>': standbyData,
    'host=10.0.0.21': 'host=127.0.0.1',
  }))
})
afterAll(async () => {
  await site.remove()
  rmSync(standbyData, { recursive: true, force: true })
})

test('the primary is lost: the standby made as written has every row and takes writes', async () => {
  const primary = await startOwnPostgres({ isDurable: true })
  const port = await steadyPort()
  const env = { ...clientEnv(primary), PGDATA: standbyData }
  const asOwner = { env, cwd: tmpdir(), user: owner }
  const name = await startHostName(Number(new URL(primary.url).port))
  const url = onDatabase(primary, 'discordia', name.port)
  try {
    await atPsql(
      site,
      [
        `create role postgres superuser login password '${env.PGPASSWORD}';`,
        'create database discordia;',
      ],
      primary.url,
    )
    await site.does(lines.standby, asOwner)
    await site.does(
      [
        `pg_ctl start --wait --log=${standbyData}/log --options='-p ${port} -k ${standbyData} -c max_connections=200'`,
      ],
      asOwner,
    )
    await atPsql(site, lines.synchronous, primary.url)
    const watch = await connectTo(primary.url)
    await eventually(
      async () => (await watch.query('select sync_state from pg_stat_replication')).rows,
      ([row]) => row?.sync_state === 'sync',
    )
    await watch.end()
    site.configure({ DATABASE_URL: url, JWT_SECRET: SECRET })
    await site.start()
    const pid = site.pid()
    const tokens = await signUp(site, 'early@example.org')

    await killAll(primary)
    name.leadTo(port)
    const printed = await site.does(lines.lost, {
      ...asOwner,
      env: { ...env, PGPORT: String(port), PGUSER: 'postgres' },
    })
    expect(printed).toMatch(/^ f$/m)
    expect(await statusOf(site, tokens)).toBe(200)
    await atPsql(site, lines.alone, url)
    await signUp(site, 'late@example.org')
    expect(site.pid()).toBe(pid)
    const all = [...lines.standby, ...lines.synchronous, ...lines.lost, ...lines.alone]
    figure(`${all.length} lines as written`)
  } finally {
    await site.stop()
    await site.run(['pg_ctl stop --mode=immediate'], asOwner)
    // Starts it first, because a killed server cannot be stopped.
    await primary.control('start').catch(() => undefined)
    await primary.stop()
    name.close()
  }
})
