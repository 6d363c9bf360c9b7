/**
 * Follows docs/small-site.md on the way of Debian, line by line as it is written, behind Debian's Caddy with its internal
 * authority and before a mail server. Not from the network: packages are those of this machine and repository.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CSRF_HEADER, DESK_API_BASE } from '../../contract/desk.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { type SmtpServer, startSmtp } from '../../test/helpers/server/smtp.ts'
import { type Typed, typedLines } from '../../test/helpers/smallSite.ts'
import { type Caddy, startCaddy } from '../small/caddy.ts'
import { makeOperator, type Operator } from '../small/operator.ts'

jest.setTimeout(900_000)

const YOU = 'you@club.localhost'
const SUCCESSOR = 'successor@club.localhost'
const LOCAL_NAMES = `--import=${join(import.meta.dirname, '../small/localNames.mjs')}`

let machine: Operator
let smtp: SmtpServer
let caddy: Caddy | null = null
beforeAll(async () => {
  smtp = await startSmtp()
  machine = await makeOperator()
})
afterAll(async () => {
  await caddy?.stop()
  machine.remove()
  await smtp.close()
})

const linesOf = (step: Typed['step']): readonly string[] =>
  typedLines().find((block) => block.step === step && block.way !== 'Containers')?.lines ?? []

/** What the operator answers to the questions of `setup`, as flags. */
const answers = (): string[] => {
  const file = join(machine.work, 'password')
  writeFileSync(file, PASSWORD)
  return [
    `--url=${machine.site}`,
    `--desk-url=${machine.desk}`,
    '--zone=Europe/Vienna',
    `--smtp='smtp://${smtp.host}/?ignoreTLS=true'`,
    '--mail-from=no-reply@club.localhost',
    `--contact=${YOU}`,
    "--name='Dragons of Graz'",
    `--email=${YOU}`,
    '--username=Root',
    `--password-file=${file}`,
  ]
}

/** The page's lines with the answers, and with a doctor that finds legal texts to write. */
const typed = (lines: readonly string[]) =>
  machine.types(lines, {
    also: {
      'npm run admin -- setup': `npm run admin -- setup ${answers().join(' ')}`,
      'npm run admin -- doctor': 'npm run admin -- doctor || [ $? -ge 3 ]',
      '2026-11-27T033000Z': newestBackup(),
    },
    env: { NODE_OPTIONS: LOCAL_NAMES, NODE_EXTRA_CA_CERTS: caddy?.root ?? '' },
  })

const newestBackup = (): string => {
  try {
    return readdirSync(machine.backups).sort().at(-1) ?? ''
  } catch {
    return ''
  }
}

const send = (url: string, body: object, headers: Record<string, string> = {}) =>
  asked(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const asked: Caddy['ask'] = (url, how) => {
  if (caddy === null) throw new Error('Caddy does not run.')
  return caddy.ask(url, how)
}
const logIn = async (email = YOU) =>
  (await send(`${machine.site}/api/users/login/`, { email, password: PASSWORD })).status

/** Secret at the end of the link of the last mail to this address. */
async function mailedSecret(to: string): Promise<string> {
  while (!smtp.arrived.includes(to)) await smtp.until(smtp.arrived.length + 1)
  const { text = '' } = smtp.emails[smtp.arrived.lastIndexOf(to)] ?? {}
  return /https:\/\/\S+/.exec(text)?.[0].split('/').at(-1) ?? ''
}

describe('the page, followed to the letter', () => {
  test('brings an empty folder to a site with TLS, a superuser, a sent mail and a restored backup', async () => {
    const since = performance.now()
    const lines = linesOf('From nothing to a site')
    const behind = lines.findIndex((line) => line.startsWith('systemctl restart caddy'))
    await typed(lines.slice(0, behind + 1))
    caddy = await startCaddy(join(machine.work, 'caddy'), machine.caddyfile, {
      ports: machine.ports,
      env: {
        SITE_UPSTREAM: `127.0.0.1:${machine.ports.port}`,
        DESK_UPSTREAM: `127.0.0.1:${machine.ports.deskPort}`,
      },
    })
    const printed = await typed(lines.slice(behind + 1))
    expect(smtp.arrived).toEqual([YOU])
    for (const found of ['Address', 'Proxy', 'Pages', 'Email', 'Backup', 'Time zone'])
      expect(printed).toMatch(new RegExp(`^ok +${found}: `, 'm'))

    const page = await asked(`${machine.site}/discordia/`)
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Dragons of Graz') })
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=/)
    expect(await logIn()).toBe(200)

    await typed(linesOf('Restore'))
    expect(await logIn()).toBe(200)
    const seconds = Math.round((performance.now() - since) / 1000)
    const count = lines.length + linesOf('Restore').length
    process.stdout.write(
      `measured: docs/small-site.md: ${count} lines and ${answers().length} answers typed, ${seconds} s with the build, without installing packages\n`,
    )
    expect(count + answers().length).toBeLessThanOrEqual(40)
  })

  test('lets the superuser into the desk by TLS, with a cookie for TLS alone', async () => {
    const account = { email: YOU, password: PASSWORD }
    const origin = { origin: machine.desk, [CSRF_HEADER]: 'login' }
    const session = await send(`${machine.desk}${DESK_API_BASE}/session`, account, origin)
    expect(session.status).toBe(200)
    expect(JSON.parse(session.text)).toMatchObject({ set_up: expect.any(String) })
    expect(String(session.headers['set-cookie'])).toMatch(/; Secure/)
    const elsewhere = { ...origin, origin: machine.site }
    const refused = await send(`${machine.desk}${DESK_API_BASE}/session`, account, elsewhere)
    expect(refused.status).toBe(403)
  })

  test('upgrades, and goes back to the version before', async () => {
    const head = () =>
      execFileSync('git', ['rev-parse', 'HEAD'], { cwd: machine.folder, encoding: 'utf8' })
    const before = head()
    publishVersion(machine)
    const lines = linesOf('Upgrade')
    const back = lines.findIndex((line) => line.includes('ORIG_HEAD'))
    const backup = newestBackup()
    await typed(lines.slice(0, back))
    expect(head()).not.toBe(before)
    expect(newestBackup()).not.toBe(backup)
    expect(await logIn()).toBe(200)
    await typed(lines.slice(back))
    expect(head()).toBe(before)
    expect(await logIn()).toBe(200)
  })

  test('hands the site over to a member who has registered there', async () => {
    const successor = { email: SUCCESSOR, username: 'Successor', password: PASSWORD }
    await send(`${machine.site}/api/users/register/`, successor)
    const request_id = await mailedSecret(SUCCESSOR)
    await send(`${machine.site}/api/discordia/verify-activate-user/`, { request_id })
    const printed = await typed(linesOf('Hand over'))
    expect(printed).toContain(`Successor (${SUCCESSOR}) is now superuser.`)
    expect(printed).toContain(`Root (${YOU}) is now player.`)
  })
})

/** A further version in the repository from which the operator has cloned. */
function publishVersion({ origin }: Operator): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: origin,
      encoding: 'utf8',
    }).trim()
  const commit = git('commit-tree', 'HEAD^{tree}', '-p', 'HEAD', '-m', 'Release a version')
  git('update-ref', git('symbolic-ref', 'HEAD'), commit)
}
