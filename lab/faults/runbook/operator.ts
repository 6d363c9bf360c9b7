import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { TokenPair } from '../../../contract/shapes.ts'
import { steadyPort } from '../../../scripts/steadyPort.ts'
import { bearer, PASSWORD } from '../../../test/helpers/server/accounts.ts'
import { eventually } from '../../../test/helpers/server/faults.ts'
import { readMails } from '../../../test/helpers/server/mailbox.ts'
import { copyRepository } from './copyRepository.ts'

/** Output of a command, both streams. */
type Printed = { readonly code: number | null; readonly text: string }

type RunOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly user?: { readonly uid: number; readonly gid: number } | undefined
}

/** An installation of the product with its operator's shell. The caller removes it. */
export type Installation = {
  /** Copy of the repository, in which the operator works. */
  readonly folder: string
  readonly dataDir: string
  readonly address: string
  /** Runs lines in one bash, which ends at the first that fails. Never throws. */
  readonly run: (lines: readonly string[], options?: RunOptions) => Promise<Printed>
  /** Runs lines. @throws Error with the output if a line fails */
  readonly does: (lines: readonly string[], options?: RunOptions) => Promise<string>
  /** Writes `.env` with these settings and the ports. */
  readonly configure: (settings: Readonly<Record<string, string>>) => void
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Process id of the server that was started last. */
  readonly pid: () => number
  readonly remove: () => Promise<void>
}

/**
 * Commands that only the operator's machine has. `systemctl` starts the real server with the settings of `.env`, none
 * of the shell's, and waits until it is ready; it stops it as systemd does.
 */
const PRELUDE = `
systemctl() {
  case "$1" in
    start)
      env -i PATH="$PATH" HOME="$HOME" node server/main.ts >>"$SERVICE/log" 2>&1 </dev/null &
      echo $! >"$SERVICE/pid"
      until curl -fsS "$SERVICE_ADDRESS/api/ready" >/dev/null 2>&1; do
        readlink "/proc/$(cat "$SERVICE/pid")/exe" >/dev/null || { tail -n 5 "$SERVICE/log"; return 1; }
        sleep 0.1
      done ;;
    stop)
      kill -TERM "$(cat "$SERVICE/pid")" 2>/dev/null || return 0
      while readlink "/proc/$(cat "$SERVICE/pid")/exe" >/dev/null; do sleep 0.1; done ;;
  esac
}
set -e
`

/** @param written addresses and folders of the document, and their replacements in this installation */
export async function install(
  written: (port: number) => Readonly<Record<string, string>>,
): Promise<Installation> {
  const root = mkdtempSync(join(tmpdir(), 'discordia-runbook-'))
  const folder = join(root, 'discordia')
  const service = join(root, 'service')
  copyRepository(resolve('.'), folder)
  mkdirSync(service)
  const [port, deskPort] = [await steadyPort(), await steadyPort()]
  const address = `http://127.0.0.1:${port}`
  const replacements = Object.entries(written(port))
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: root,
    SERVICE: service,
    SERVICE_ADDRESS: address,
  }

  const run: Installation['run'] = (lines, options = {}) => {
    const script = lines
      .map((line) => replacements.reduce((text, [from, to]) => replaced(text, from, to), line))
      .join('\n')
    return bash(script, { cwd: folder, ...options, env: { ...env, ...options.env } })
  }
  const does: Installation['does'] = async (lines, options) => {
    const { code, text } = await run(lines, options)
    if (code !== 0) throw new Error(`${lines.join('\n')}\nended with ${code}:\n${text}`)
    return text
  }
  const pid = () => Number(readFileSync(join(service, 'pid'), 'utf8'))
  return {
    folder,
    dataDir: join(folder, 'var'),
    address,
    run,
    does,
    configure: (settings) => {
      const all = { PORT: port, DESK_PORT: deskPort, RATE_LIMITS: 'off', ...settings }
      const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(folder, '.env'), lines.join(''))
    },
    start: async () => void (await does(['systemctl start discordia'])),
    stop: async () => {
      if (existsSync(join(service, 'pid'))) await does(['systemctl stop discordia'])
    },
    pid,
    remove: async () => {
      if (existsSync(join(service, 'pid')) && existsSync(`/proc/${pid()}`)) {
        process.kill(pid(), 'SIGKILL')
      }
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** No digit may follow: another port can begin with the digits of the one in the documents. */
const replaced = (text: string, from: string, to: string): string =>
  text.split(from).reduce((before, after) => before + (/^\d/.test(after) ? from : to) + after)

function bash(script: string, { env, cwd, user }: RunOptions): Promise<Printed> {
  const child = spawn('bash', ['-c', `${PRELUDE}${script}`], {
    ...(cwd !== undefined && { cwd }),
    ...user,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })))
}

/** Replaces the data of a stopped server by a copy. */
export function putData({ dataDir }: Installation, template: string): void {
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(`${dataDir}.broken`, { recursive: true, force: true })
  cpSync(template, dataDir, { recursive: true })
}

/** Sends JSON. @throws Error with the response if it is refused */
async function send<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}

type Site = Pick<Installation, 'address' | 'dataDir'>

/** Registers, and waits for the mail. @returns its secret */
export async function register({ address, dataDir }: Site, email: string): Promise<string> {
  const username = email.split('@', 1)[0] ?? ''
  await send(`${address}/api/users/register/`, { email, username, password: PASSWORD })
  const mails = await eventually(
    () => readMails(join(dataDir, 'mail')),
    (all) => all.some(({ to }) => to === email),
  )
  return mails.findLast(({ to }) => to === email)?.secret ?? ''
}

/** Registers, activates by the mailed link, and logs in. */
export async function signUp(site: Site, email: string): Promise<TokenPair> {
  const request_id = await register(site, email)
  await send(`${site.address}/api/discordia/verify-activate-user/`, { request_id })
  return send<TokenPair>(`${site.address}/api/users/login/`, { email, password: PASSWORD })
}

/** Status of a request as a member: 200 while the session lives. */
export const statusOf = async (
  { address }: Pick<Installation, 'address'>,
  tokens: TokenPair,
): Promise<number> =>
  (await fetch(`${address}/api/users/whoami`, { headers: bearer(tokens) })).status

/** Runs statements as an operator does at the console of psql. @throws Error with the output if one fails */
export const atPsql = (
  site: Installation,
  statements: readonly string[],
  url: string,
): Promise<string> =>
  site.does([`psql -X -q -v ON_ERROR_STOP=1 '${url}' <<'END'`, ...statements, 'END'])
