import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { connect } from 'node:tls'
import { eventually } from '../../test/helpers/server/faults.ts'

type Ports = { readonly https: number; readonly http: number }
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}
export type Asked = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Readable
  /** Called with each part of the body when it arrives. */
  readonly onPart?: (part: string) => void
}

/** Options that keep Caddy from the ports of the system, from public authorities and from the machine's own trust, and let it log each attempt. */
const locally = ({ https, http }: Ports) =>
  `{\n\tdebug\n\thttps_port ${https}\n\thttp_port ${http}\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n`

/**
 * Runs Caddy with a Caddyfile of deploy/small on ports of the loopback address and with its internal authority, until it
 * is stopped.
 * @param folder for its data
 */
export async function startCaddy(
  folder: string,
  caddyfile: string,
  { ports, env }: { readonly ports: Ports; readonly env: Readonly<Record<string, string>> },
) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, readFileSync(caddyfile, 'utf8').replace(/^\{\n/m, locally(ports)))
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      printed += part.toString()
    })
  const root = join(folder, 'caddy/pki/authorities/local/root.crt')
  // It listens before it has made its certificates.
  const isReady = async () => {
    const [, names] = /"domains":(\[.*?\])/.exec(printed) ?? []
    if (names === undefined || !existsSync(root)) return false
    const shaken = (JSON.parse(names) as string[]).map((name) => hasCertificate(ports.https, name))
    return (await Promise.all(shaken)).every(Boolean)
  }
  await eventually(isReady, (ready) => ready || child.exitCode !== null)
  if (child.exitCode !== null) throw new Error(`Caddy has ended:\n${printed}`)
  const ca = readFileSync(root)
  return {
    root,
    printed: () => printed,
    stop: () =>
      new Promise<void>((done) => {
        child.once('close', () => done())
        child.kill()
      }),
    /** Sends a request by TLS, trusting the internal authority alone. Names below "localhost" are this machine. */
    ask: (url: string, asked: Asked = {}) => send(url, ca, asked),
  }
}
export type Caddy = Awaited<ReturnType<typeof startCaddy>>

const hasCertificate = (port: number, servername: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
    socket
      .once('error', () => resolve(false))
      .once('secureConnect', () => {
        socket.destroy()
        resolve(true)
      })
  })

function send(url: string, ca: Buffer, asked: Asked): Promise<Answer> {
  const { method = 'GET', headers = {}, body, onPart } = asked
  const { hostname, port, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, servername: hostname, path: pathname + search, ca }
    const sent = request(
      { ...options, method, headers: { host: `${hostname}:${port}`, ...headers }, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part
          onPart?.(part)
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    if (body instanceof Readable) body.pipe(sent)
    else sent.end(body)
  })
}
