import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { resolve as absolute, join } from 'node:path'

/*
 * The product as it is shipped: the built site and the real server on a data directory of its own.
 *
 *   const site = await startSite()
 *   await site.mailTo('mira@discordia.example')
 *   await site.stop()
 */

/** All demo accounts share it; the server prints it at its start. */
export const DEMO_PASSWORD = 'GoldenApple412!'

/** Milliseconds. */
const MAIL_WITHIN = 20_000

export type Site = {
  readonly url: string
  readonly dataDir: string
  /** The text of the newest mail to this address that speaks of `about`; waits until it is written. */
  readonly mailTo: (recipient: string, about?: RegExp) => Promise<string>
  /** A graceful stop, by default; the data directory stays until `remove`. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  readonly remove: () => void
}

type Options = {
  env?: Record<string, string>
  dataDir?: string
  /** Where the server finds the built site, when it is not the one of `npm run build`. */
  cwd?: string
}

export async function startSite({ env = {}, dataDir, cwd }: Options = {}): Promise<Site> {
  const dir = dataDir ?? newDataDir()
  const port = await freePort()
  const server = spawn(process.execPath, [absolute('server/main.ts')], {
    cwd,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dir,
      PORT: String(port),
      DESK_PORT: '0',
      SEED: 'demo',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(server)
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir: dir,
    mailTo: (recipient, about = /./) => mailIn(join(dir, 'mail'), recipient, about),
    stop: async (signal = 'SIGTERM') => {
      if (server.exitCode !== null) return
      const gone = once(server, 'exit')
      server.kill(signal)
      await gone
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** A copy of what the server has seeded for this run of tests; without it, an empty folder, which it seeds. */
function newDataDir(): string {
  const { E2E_SEEDED_DATA } = process.env
  const dir = mkdtempSync(join(tmpdir(), 'discordia-e2e-'))
  if (E2E_SEEDED_DATA) cpSync(E2E_SEEDED_DATA, dir, { recursive: true })
  return dir
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/** The server says one line when it listens. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('is ready on')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
  })
}

/** The text of the newest `.eml` file to this address that speaks of `about`; waits until it is written. */
export async function mailIn(folder: string, recipient: string, about: RegExp): Promise<string> {
  mkdirSync(folder, { recursive: true })
  // Watching starts before the first look, so that no mail falls between the two.
  const changes = watch(folder, { signal: AbortSignal.timeout(MAIL_WITHIN) })
  const find = (): string | undefined =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
      .map((name) => plain(readFileSync(join(folder, name), 'utf8')))
      .find((mail) => mail.includes(`To: ${recipient}`) && about.test(mail))

  let mail = find()
  if (mail !== undefined) return mail
  for await (const _change of changes) {
    mail = find()
    if (mail !== undefined) return mail
  }
  throw new Error(`No mail to ${recipient} about ${about}`)
}

/** Quoted-printable soft breaks and escapes undone: links are whole again. */
const plain = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
