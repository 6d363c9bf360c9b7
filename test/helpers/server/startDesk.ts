import { hash } from '@node-rs/argon2'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { CSRF_HEADER, DESK_API_BASE } from '#contract/desk.ts'
import type { Role } from '#contract/sets.ts'
import type { ImportMapping } from '#contract/transfer.ts'
import { buildDesk } from '#server/compose/site.ts'
import type { Engine } from '#server/db/dialect.ts'
import { updateRow } from '#server/db/rows.ts'
import type { App } from '#server/http/deps.ts'
import { PASSWORD } from './accounts.ts'
import { codeAt, enableSecondStep, forgetCodes } from './secondStep.ts'
import { startServer, type TestServer, type TestUser } from './startServer.ts'
import { CHEAP } from './testServer.ts'

export type DeskCaller = {
  readonly user: TestUser
  readonly cookie: string
  readonly csrf: string
  readonly ask: (
    method: InjectOptions['method'],
    path: string,
    body?: object,
    type?: string,
  ) => Promise<LightMyRequestResponse>
  readonly get: (path: string) => Promise<LightMyRequestResponse>
  readonly post: (path: string, body?: object) => Promise<LightMyRequestResponse>
  readonly put: (path: string, body: object) => Promise<LightMyRequestResponse>
  readonly remove: (path: string) => Promise<LightMyRequestResponse>
  /** Sends a file. @returns the id of the upload */
  readonly upload: (purpose: string, bytes: Buffer, name: string, type?: string) => Promise<string>
  /** Sends a file and imports or checks it. @param call such as `rules` or `rules/check` @param file bytes, or JSON */
  readonly transfer: (
    call: string,
    file: object | Buffer,
    name?: string,
    mapping?: ImportMapping,
  ) => Promise<LightMyRequestResponse>
}
export type DeskServer = TestServer & {
  readonly desk: App
  /** An account of this role, logged in at the desk. */
  readonly staff: (username: string, role?: Role) => Promise<DeskCaller>
  /** A code of the staff's authenticator app that counts as unused. */
  readonly code: () => Promise<string>
}

/** Hash of PASSWORD. */
export const cheapHash = hash(PASSWORD, CHEAP)

/** Site and desk on one empty database. */
export async function startDesk(
  engine: Engine,
  env: Record<string, string> = {},
): Promise<DeskServer> {
  const server = await startServer(engine, env)
  const desk = await buildDesk(server.deps)
  await desk.ready()
  return {
    ...server,
    desk,
    async staff(username, role = 'staff') {
      const user = await server.addUser(username, role)
      await updateRow(server.deps.db, 'users', user.id, { password_hash: await cheapHash })
      if (role === 'player') return sitDown(desk, user)
      await enableSecondStep(server.deps, [user.id])
      return sitDown(desk, user, await codeAt(server.deps.clock()))
    },
    code: async () => {
      await forgetCodes(server.deps.db)
      return codeAt(server.deps.clock())
    },
    close: async () => {
      await desk.close()
      await server.close()
    },
  }
}

export const deskLogIn = (desk: App, email: string, password = PASSWORD, code?: string) =>
  desk.inject({
    method: 'POST',
    url: `${DESK_API_BASE}/session`,
    payload: { email, password, code },
    headers: { [CSRF_HEADER]: 'login' },
  })

async function sitDown(desk: App, user: TestUser, code?: string): Promise<DeskCaller> {
  const email = `${user.username.toLowerCase()}@example.org`
  const response = await deskLogIn(desk, email, PASSWORD, code)
  const csrf: string = response.json().csrf
  const cookie = String(response.headers['set-cookie']).split(';', 1)[0] ?? ''
  const ask = (
    method: InjectOptions['method'],
    path: string,
    payload?: object | Buffer,
    type = '',
  ) =>
    desk.inject({
      method,
      url: `${DESK_API_BASE}${path}`,
      headers: { cookie, [CSRF_HEADER]: csrf, ...(type && { 'content-type': type }) },
      ...(payload && { payload }),
    })
  const upload: DeskCaller['upload'] = async (
    purpose,
    bytes,
    name,
    type = 'application/octet-stream',
  ) => {
    const { body, contentType } = fileForm(bytes, name, type)
    return (await ask('POST', `/uploads/${purpose}`, body, contentType)).json().id
  }
  return {
    user,
    cookie,
    csrf,
    ask,
    get: (path) => ask('GET', path),
    post: (path, body = {}) => ask('POST', path, body),
    put: (path, body) => ask('PUT', path, body),
    remove: (path) => ask('DELETE', path),
    upload,
    async transfer(call, file, name = 'file.json', mapping = {}) {
      const bytes = Buffer.isBuffer(file) ? file : Buffer.from(JSON.stringify(file))
      const body = { upload: await upload('import', bytes, name), mapping }
      return ask('POST', `/transfer/${call}`, body)
    },
  }
}

/** A form with one file, as a browser sends it. */
export function fileForm(bytes: Buffer, name: string, type: string) {
  const boundary = 'desk-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

/** URL of a list as ra-data-simple-rest requests it. */
export const listOf = (
  resource: string,
  { sort, range, filter }: { sort?: [string, string]; range?: [number, number]; filter?: object },
): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ sort, range, filter }))
    if (value !== undefined) query.set(name, JSON.stringify(value))
  return `/${resource}?${query}`
}
