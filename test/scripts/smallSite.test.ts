import { execFileSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { runAdmin } from '#server/admin/run.ts'
import { readSettings } from '#server/config/env.ts'
import { typedLines } from '#test/helpers/smallSite.ts'

const ROOT = join(import.meta.dirname, '../..')
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const small = (file: string): string => text(join('deploy/small', file))
const blocks = typedLines()
const all = blocks.flatMap(({ lines }) => lines)

describe('docs/small-site.md', () => {
  test.each(['Debian', 'Containers'] as const)(
    'takes at most forty lines on the way of %s',
    (way) => {
      const lines = blocks.flatMap((block) =>
        block.way === way || block.way === null ? block.lines : [],
      )
      expect(lines.length).toBeGreaterThan(15)
      expect(lines.length).toBeLessThanOrEqual(40)
      const steps = (of: typeof blocks) => of.map(({ step }) => step)
      expect(steps(blocks.filter((block) => block.way === way))).toEqual([
        'From nothing to a site',
        'Restore',
        'Upgrade',
      ])
    },
  )

  test('names only operator commands and flags that exist', async () => {
    const printed: string[] = []
    await runAdmin([], {}, { print: () => undefined, complain: (line) => printed.push(line) })
    const usages = printed
      .join('\n')
      .split('\n')
      .map((line) => line.trim())
    const calls = all.flatMap(
      (line) => /(?:npm run admin --|node server\/admin\.ts) (.+)/.exec(line)?.[1] ?? [],
    )
    expect(calls.length).toBeGreaterThan(8)
    const unknown = calls.filter((call) => {
      const [name = '', ...args] = call.split(' ')
      const usage = usages.find((one) => one.startsWith(`${name} `))
      return usage === undefined || args.some((arg) => arg.startsWith('--') && !usage.includes(arg))
    })
    expect(unknown).toEqual([])
  })

  test('names only files, units, services and scripts that exist', () => {
    const files = all.flatMap((line) => line.match(/deploy\/small\/[\w.*-]+/g) ?? [])
    expect(files.length).toBeGreaterThan(2)
    expect(files.filter((file) => globSync(file, { cwd: ROOT }).length === 0)).toEqual([])
    const units = all.flatMap((line) => [
      ...line.matchAll(/systemctl (?:start|stop|restart|enable --now) ([\w. -]+)/g),
    ])
    const names = new Set(units.flatMap(([, named = '']) => named.trim().split(' ')))
    expect(names).toContain('discordia-backup')
    names.delete('caddy')
    const unitOf = (name: string) => (/\.\w+$/.test(name) ? name : `${name}.service`)
    const unknown = [...names].filter(
      (name) => !existsSync(join(ROOT, 'deploy/small', unitOf(name))),
    )
    expect(unknown).toEqual([])
    const services = all.flatMap((line) => [
      ...line.matchAll(/docker compose (?:exec|run(?: --[\w-]+)+|stop) (\w+)/g),
    ])
    expect(new Set(services.map(([, name]) => name))).toEqual(new Set(['app', 'backup']))
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
    const run = all.flatMap((line) =>
      [...line.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name),
    )
    expect(run.filter((name) => !(name in scripts))).toEqual([])
  })
})

type Service = {
  readonly image?: string
  readonly volumes: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly depends_on?: object
  readonly ports?: readonly string[]
}
type Compose = {
  readonly services: Readonly<Record<'app' | 'caddy' | 'backup', Service>>
  readonly volumes: object
  readonly networks: {
    readonly front: { readonly ipam: { readonly config: readonly [{ readonly subnet: string }] } }
  }
}

describe('deploy/small/compose.yaml', () => {
  const { services, volumes, networks } = parse(small('compose.yaml'), { merge: true }) as Compose

  test('has the server, Caddy and the backup, which restart, and are checked', () => {
    expect(services).toEqual({
      app: expect.anything(),
      caddy: expect.anything(),
      backup: expect.anything(),
    })
    for (const service of Object.values(services))
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        read_only: true,
        cap_drop: ['ALL'],
      })
    // The check of the server is in the image.
    expect(text('Dockerfile')).toMatch(/^HEALTHCHECK /m)
    for (const { healthcheck, depends_on } of [services.caddy, services.backup]) {
      expect(healthcheck?.test.length).toBeGreaterThan(1)
      expect(depends_on).toEqual({ app: { condition: 'service_healthy' } })
    }
  })

  test('keeps data, certificates and backups in volumes of their own, and mounts only files that exist', () => {
    const mounts = Object.values(services).flatMap((service) => service.volumes)
    const sources = mounts.map((mount) => mount.split(':', 1)[0] ?? '')
    expect(new Set(sources.filter((source) => !source.startsWith('.')))).toEqual(
      new Set(Object.keys(volumes)),
    )
    const files = sources.filter((source) => source.startsWith('.'))
    expect(files.map((file) => existsSync(join(ROOT, 'deploy/small', file)))).toEqual([true, true])
    expect(services.backup.volumes).toEqual(expect.arrayContaining(services.app.volumes))
  })

  test('publishes Caddy alone, whose network the server trusts', () => {
    expect(services.caddy.ports).toEqual(['80:80', '443:443', '443:443/udp'])
    expect(services.app).not.toHaveProperty('ports')
    const { subnet } = networks.front.ipam.config[0]
    expect(services.app.environment['TRUST_PROXY']).toBe(subnet)
    const [, address = ''] = /:-(.+)\}$/.exec(subnet) ?? []
    expect(readSettings({ TRUST_PROXY: address }).trustProxy).toEqual([address])
    expect(services.caddy.environment).toMatchObject({
      SITE_UPSTREAM: 'app:3000',
      DESK_UPSTREAM: 'app:3001',
    })
  })
})

describe('the units', () => {
  const server = small('discordia.service')
  const backup = small('discordia-backup.service')

  test('use user and folders that the page makes', () => {
    const user = all
      .find((line) => line.startsWith('adduser'))
      ?.split(' ')
      .at(-1)
    const folder = all
      .find((line) => line.startsWith('git clone'))
      ?.split(' ')
      .at(-1)
    const data = /DATA_DIR=\/var\/lib\/(\w+)/.exec(all.join('\n'))?.[1]
    for (const unit of [server, backup]) {
      expect(unit).toContain(`\nUser=${user}\n`)
      expect(unit).toContain(`\nWorkingDirectory=${folder}\n`)
      expect(/^StateDirectory=(.+)$/m.exec(unit)?.[1]?.split(' ')).toContain(data)
      expect(unit).toContain('\nProtectSystem=strict\n')
      expect(unit).toContain('\nNoNewPrivileges=yes\n')
    }
    expect(backup).toContain('/var/lib/discordia-backup\n')
    expect(backup).toMatch(/^StateDirectory=.*\bdiscordia-backup$/m)
  })

  test('run the server as the image does, and give it its time to stop', () => {
    const command = JSON.parse(/^CMD (\[.+\])$/m.exec(text('Dockerfile'))?.[1] ?? '[]') as string[]
    expect(/^ExecStart=\S+\/node_modules\/\.bin\/(.+)$/m.exec(server)?.[1]).toBe(command.join(' '))
    expect(server).toContain('\nTimeoutStopSec=35s\n')
    expect(small('compose.yaml')).toContain('stop_grace_period: 35s')
  })

  test('Caddy leads to the ports where the server listens', () => {
    const { port, deskPort } = readSettings({})
    const upstreams = [...small('Caddyfile').matchAll(/reverse_proxy \{\$\w+:(\S+)\}/g)]
    expect(upstreams.map(([, upstream]) => upstream)).toEqual([
      `127.0.0.1:${port}`,
      `127.0.0.1:${deskPort}`,
    ])
  })
})

describe('deploy/small/backup.sh', () => {
  let folder: string
  let bin: string
  beforeEach(() => {
    const root = mkdtempSync(join(tmpdir(), 'discordia-rotation-'))
    folder = join(root, 'backups')
    bin = join(root, 'bin')
    mkdirSync(bin)
  })
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

  const add = (name: string, isWhole = true): void => {
    mkdirSync(join(folder, name), { recursive: true })
    if (isWhole) writeFileSync(join(folder, name, 'SHA256SUMS'), '')
  }
  /** @param body of a program that is called in place of Node */
  const run = (body: string) => {
    writeFileSync(join(bin, 'node'), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
    const env = { PATH: `${bin}:/usr/bin:/bin` }
    return execFileSync('/bin/sh', [join(ROOT, 'deploy/small/backup.sh'), folder], {
      env,
      stdio: 'pipe',
    })
  }
  const MAKES = 'mkdir -p "$3" && touch "$3/SHA256SUMS"'

  test('keeps the newest of seven days and of four weeks, and what is not its own', () => {
    // From Sunday, 1 March 2020, to Saturday, 4 April; two on the last day.
    for (let day = 0; day < 35; day++)
      add(`${new Date(Date.UTC(2020, 2, 1 + day)).toISOString().slice(0, 10)}T033000Z`)
    add('2020-04-04T120000Z')
    add('before-the-move')
    add('2020-04-05T033000Z', false)
    run(MAKES)
    const [fresh, ...kept] = readdirSync(folder)
      .filter((name) => name.startsWith('20'))
      .sort()
      .reverse()
    expect(fresh?.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10))
    expect(kept).toEqual([
      '2020-04-04T120000Z',
      ...['2020-04-03', '2020-04-02', '2020-04-01', '2020-03-31', '2020-03-30'].map(
        (day) => `${day}T033000Z`,
      ),
      // The last days of the two weeks before.
      ...['2020-03-29', '2020-03-22'].map((day) => `${day}T033000Z`),
    ])
    expect(existsSync(join(folder, 'before-the-move'))).toBe(true)
  })

  test('deletes nothing when the new backup fails', () => {
    for (let day = 10; day < 30; day++) add(`2020-03-${day}T033000Z`)
    expect(() => run('exit 1')).toThrow('Command failed')
    expect(readdirSync(folder)).toHaveLength(20)
  })
})
