import { join } from 'node:path'
import Database from 'better-sqlite3'
import { generate } from 'otplib'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import { PASSWORD } from './accounts.ts'
import { type DataDir, type ServerProcess, startProcess } from './serverProcess.ts'

export type DeskProcess = {
  readonly server: ServerProcess
  /** `http://127.0.0.1:<port>` of the desk. */
  readonly desk: string
  /** Base URL of its calls: `http://127.0.0.1:<port>/desk/api`. */
  readonly api: string
}
/** The headers that a logged-in page of the desk sends. */
export type Seat = Readonly<Record<string, string>>

const SUPERUSER = { email: 'root@example.org', username: 'Root', password: PASSWORD }

/** The real entry file with its desk; see `startProcess`. */
export async function startDeskProcess(
  { path }: Pick<DataDir, 'path'>,
  env?: Record<string, string>,
): Promise<DeskProcess> {
  const server = await startProcess(path, env)
  const desk = await server.until(/The staff desk is ready on (http:\S+)/)
  return { server, desk, api: `${desk}${DESK_API_BASE}` }
}

/** Opens the embedded database; the caller closes it. */
export const openData = ({ path }: DataDir, options?: Database.Options): Database.Database =>
  new Database(join(path, 'discordia.sqlite'), options)

/** Registers a superuser and logs in. The seat outlives the process: sessions are rows. */
export async function takeSeat({ server, api }: DeskProcess, dataDir: DataDir): Promise<Seat> {
  await send(`${server.address}/api/users/register/`, SUPERUSER)
  runOn(dataDir, "update users set activated_at = created_at, role = 'superuser'")
  return logInToDesk(api, SUPERUSER.email, () => runOn(dataDir, MAIL_CONFIRMED))
}

export function runOn(dataDir: DataDir, statement: string): void {
  const database = openData(dataDir)
  database.prepare(statement).run()
  database.close()
}

/** SQL that has the effect of typing the mailed code. */
export const MAIL_CONFIRMED = 'update desk_sessions set mail_confirmed_at = created_at'

/**
 * The seat of an account, which sets up its second step with this first login.
 * @param confirmMail runs MAIL_CONFIRMED
 */
export async function logInToDesk(
  api: string,
  email: string,
  confirmMail: () => unknown,
  password = PASSWORD,
): Promise<Seat> {
  const account = { email, password }
  const response = await send(`${api}/session`, account, { [CSRF_HEADER]: 'login' })
  const { csrf } = (await response.json()) as { csrf: string }
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const seat = { cookie, [CSRF_HEADER]: csrf }
  await confirmMail()
  const started = await send(`${api}/second-factor/start`, {}, seat)
  const { secret } = (await started.json()) as { secret: string }
  await send(`${api}/second-factor/confirm`, { code: await generate({ secret }) }, seat)
  return seat
}

/** @throws Error when the response is no success, or there is none */
export async function send(url: string, body: object, headers: Seat = {}): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response
}
