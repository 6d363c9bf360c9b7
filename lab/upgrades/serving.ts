import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { steadyPort } from '../../scripts/steadyPort.ts'

const READY_WITHIN_MS = 120_000

type Body = object | FormData
export type Reply = { readonly status: number; readonly body: unknown }

/** A server of another version, in a process of its own. */
export type Serving = {
  readonly dataDir: string
  /** @param path below `/api` */
  readonly call: (
    method: string,
    path: string,
    body?: Body,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply>
  /** True if the version has a call, such as `POST /users/calendar/`. */
  readonly offers: (call: string) => boolean
  readonly stop: () => Promise<void>
}

const settingsOf = (dataDir: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: dataDir,
  SEED: 'demo',
  SSR: 'off',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
})

/** Runs a command of operators of that version. */
export function administrate(folder: string, dataDir: string, ...argv: string[]): string {
  const entry = join(folder, 'server/admin.ts')
  return execFileSync(process.execPath, [entry, ...argv], {
    cwd: folder,
    env: settingsOf(dataDir),
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

/** @param folder the tree of that version, with its packages */
export async function serve(folder: string, dataDir: string): Promise<Serving> {
  const [port, deskPort] = [await steadyPort(), await steadyPort()]
  const child = spawn(process.execPath, [join(folder, 'server/main.ts')], {
    cwd: folder,
    env: { ...settingsOf(dataDir), PORT: String(port), DESK_PORT: String(deskPort) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const api = `http://127.0.0.1:${port}/api`
  await ready(api, child)
  const call: Serving['call'] = async (method, path, body, headers = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData)
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
      body: isJson ? JSON.stringify(body) : (body ?? null),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
  const known = callsIn((await call('GET', '/openapi.json')).body)
  return {
    dataDir,
    call,
    offers: (name) => known.has(plain(name)),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}

/** @throws when the server ends, or is not ready in time */
async function ready(api: string, child: ChildProcess): Promise<void> {
  const isReady = () =>
    fetch(`${api}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const since = performance.now(); !(await isReady()); await wait(100)) {
    if (child.exitCode !== null) throw new Error(`The server has ended with ${child.exitCode}.`)
    if (performance.now() - since < READY_WITHIN_MS) continue
    child.kill('SIGKILL')
    throw new Error('The server is not ready.')
  }
}

/** Versions write the end of a path and its parameters in different ways. */
const plain = (call: string): string => call.replace(/\{\w+\}|:\w+/g, ':id').replace(/\/$/, '')

function callsIn(document: unknown): ReadonlySet<string> {
  const { paths } = document as { paths: Record<string, object> }
  return new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) =>
        plain(`${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
      ),
    ),
  )
}
