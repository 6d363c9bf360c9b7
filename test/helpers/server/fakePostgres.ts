import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

type Version = { readonly number: number; readonly name: string; readonly encoding?: string }
/** Its reaction to the first message; real servers have all of them. */
export type Manner =
  | { readonly refuses: { readonly code: string; readonly message: string } }
  | { readonly hasVersion: Version }
  | 'asks for a password'
  | 'does not encrypt'
  | 'says nothing'

export type FakePostgres = {
  /** `127.0.0.1:<port>` */
  readonly host: string
  readonly close: () => Promise<void>
}

/** A server with the part of PostgreSQL's protocol that a client reads before it gives up. */
export async function startFakePostgres(manner: Manner): Promise<FakePostgres> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    if (manner === 'says nothing') return
    let isFirst = true
    socket.on('data', () => {
      if (manner === 'does not encrypt') socket.write('N')
      else if (manner === 'asks for a password') socket.write(isFirst ? SASL : SASL_CONTINUE)
      else if ('refuses' in manner) socket.end(refusal(manner.refuses))
      else socket.write(isFirst ? READY : version(manner.hasVersion))
      isFirst = false
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const int = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntBE(value, 0, bytes)
  return buffer
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`)
function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int(body.length + 4, 4), body])
}

const READY = Buffer.concat([message('R', int(0, 4)), message('Z', Buffer.from('I'))])
const SASL = message('R', int(10, 4), text('SCRAM-SHA-256'), Buffer.alloc(1))
const SASL_CONTINUE = message('R', int(11, 4), Buffer.from('r=x,s=c2FsdA==,i=4096'))

const refusal = ({ code, message: words }: { code: string; message: string }): Buffer =>
  message('E', text('SFATAL'), text(`C${code}`), text(`M${words}`), Buffer.alloc(1))

const INT4 = 23
const TEXT = 25
const COLUMNS = [
  ['number', INT4],
  ['name', TEXT],
  ['encoding', TEXT],
] as const

function version({ number, name, encoding = 'UTF8' }: Version): Buffer {
  const column = (label: string, type: number) =>
    Buffer.concat([
      text(label),
      int(0, 4),
      int(0, 2),
      int(type, 4),
      int(-1, 2),
      int(-1, 4),
      int(0, 2),
    ])
  const value = (shown: string) => Buffer.concat([int(shown.length, 4), Buffer.from(shown)])
  return Buffer.concat([
    message('T', int(3, 2), ...COLUMNS.map(([label, type]) => column(label, type))),
    message('D', int(3, 2), value(String(number)), value(name), value(encoding)),
    message('C', text('SELECT 1')),
    message('Z', Buffer.from('I')),
  ])
}
