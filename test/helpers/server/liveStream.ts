import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeCoherence } from '#server/compose/background.ts'
import { eventually } from './faults.ts'
import type { TestServer, TestUser } from './startServer.ts'

type Received = { readonly event: string; readonly subject: number | null; readonly id: string }
export type LiveStream = {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Events other than beats. */
  readonly received: readonly Received[]
  readonly kinds: () => string[]
  readonly beats: () => number
  readonly lastId: () => string
  readonly ended: Promise<void>
  readonly hasEnded: () => boolean
  readonly response: IncomingMessage
  readonly close: () => void
}

const SILENT = { info: () => undefined, warn: () => undefined }

/** The server on a port, with the subscriptions of a process. */
export async function listening(server: TestServer) {
  const { app } = server
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const coherence = makeCoherence(server.deps, {
    log: SILENT,
    metrics: app.metrics,
    liveStreams: app.liveStreams,
  })
  coherence.start()
  if (server.deps.engine === 'postgres')
    await eventually(
      () => app.metrics.metrics(),
      (metrics) => /^database_messages_connected 1$/m.test(metrics),
    )
  return { port, stop: coherence.stop }
}

/** Opens a stream, and waits for its first event. */
export async function openStream(
  port: number,
  { auth }: Pick<TestUser, 'auth'>,
  { lastEventId, wait }: { lastEventId?: string; wait?: number } = {},
): Promise<LiveStream> {
  const headers = { ...auth, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) }
  const path = `/api/users/live/${wait === undefined ? '' : `?wait=${wait}`}`
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers, agent: false }, resolve).on('error', reject)
  })
  const all: Received[] = []
  let text = ''
  let isOver = false
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    all.push(...frames.map(read))
  })
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      isOver = true
      resolve()
    }
    response.on('end', finish).on('error', finish).on('close', finish)
  })
  const stream: LiveStream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    get received() {
      return all.filter(({ event }) => event !== 'beat')
    },
    kinds: () => stream.received.map(({ event }) => event),
    beats: () => all.length - stream.received.length,
    lastId: () => all.findLast(({ id }) => id !== '')?.id ?? '',
    ended,
    hasEnded: () => isOver,
    response,
    close: () => response.destroy(),
  }
  if (stream.status === 200) await eventually(() => stream.beats(), Boolean)
  return stream
}

function read(frame: string): Received {
  const fields = new Map(
    frame.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]),
  )
  const { subject } = JSON.parse(fields.get('data') ?? '{}') as { subject: number | null }
  return { event: fields.get('event') ?? '', subject, id: fields.get('id') ?? '' }
}
