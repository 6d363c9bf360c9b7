import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type SmtpServer = {
  /** Address without the scheme: `127.0.0.1:<port>`. */
  readonly host: string
  readonly port: number
  /** Recipients of the mails that arrived whole, in order of arrival. */
  readonly arrived: string[]
  readonly emails: Email[]
  /** Whether each of them came over TLS. */
  readonly secured: boolean[]
  /** Open connections. */
  readonly connections: () => Socket[]
  /** Waits until so many mails have arrived. */
  readonly until: (count: number) => Promise<void>
  readonly close: () => Promise<void>
}

type Refusal = { readonly status: number; readonly text: string }
type Options = SMTPServerOptions & {
  /** Refuses a recipient. */
  readonly refuse?: (address: string) => Refusal | undefined
  /** Called when a mail has arrived in full; the response waits for the promise. Throws to refuse the mail. */
  readonly onArrival?: (address: string) => Promise<void> | void
}

const wrong = ({ status, text }: Refusal) =>
  Object.assign(new Error(text), { responseCode: status })

/** A real mail server on this machine that keeps received mails; without TLS by default. */
export async function startSmtp(
  { refuse, onArrival, ...options }: Options = {},
  at = 0,
): Promise<SmtpServer> {
  const arrived: string[] = []
  const emails: Email[] = []
  const secured: boolean[] = []
  const sockets = new Set<Socket>()
  let awaited: { count: number; reached: () => void } | undefined
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const refusal = refuse?.(address)
      done(refusal && wrong(refusal))
    },
    async onData(stream, { envelope, secure }, done) {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        const address = envelope.rcptTo.map((to) => to.address).join()
        const email = await PostalMime.parse(Buffer.concat(chunks))
        await onArrival?.(address)
        arrived.push(address)
        emails.push(email)
        secured.push(secure)
        if (awaited && arrived.length >= awaited.count) awaited.reached()
        done()
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)))
      }
    },
    ...options,
  })
  // Clients that are killed or do not trust the certificate break their connections.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((listening) => server.listen(at, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    port,
    arrived,
    emails,
    secured,
    connections: () => [...sockets],
    until: (count) =>
      new Promise((reached) => {
        awaited = { count, reached }
        if (arrived.length >= count) reached()
      }),
    close: () => new Promise((closed) => server.close(closed)),
  }
}
