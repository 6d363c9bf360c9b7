import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type pg from 'pg'
import type { Child } from './servers/child.ts'
import type { CostReady, CostRequest } from './servers/costProcess.ts'

/** Average cost of one request. */
export type Cost = {
  /** Milliseconds of the server process, all its threads. */
  readonly server: number
  /** Milliseconds of PostgreSQL. */
  readonly database: number
  readonly queries: number
  /** Bytes of the response with its headers, as sent. */
  readonly bytes: number
}

const WARM_UP = 10
const NANOSECONDS_PER_MS = 1e6

type Totals = {
  readonly server: number
  /** CPU milliseconds of the connections' processes, by process id. */
  readonly backends: ReadonlyMap<number, number>
  readonly queries: number
}

/** @param next makes the next request, unmeasured */
export async function measureCost(
  server: Child<CostReady>,
  database: pg.Client,
  next: () => Promise<CostRequest>,
  count: number,
): Promise<Cost> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (let i = 0; i < WARM_UP; i++) await send(server.ready.url, await next(), agent)
    const requests: CostRequest[] = []
    for (let i = 0; i < count; i++) requests.push(await next())
    const before = await totals(server, database)
    let bytes = 0
    for (const one of requests) bytes += await send(server.ready.url, one, agent)
    const after = await totals(server, database)
    return {
      server: (after.server - before.server) / count,
      database: increase(before.backends, after.backends) / count,
      queries: Math.round(((after.queries - before.queries) / count) * 10) / 10,
      bytes: bytes / count,
    }
  } finally {
    agent.destroy()
  }
}

async function totals(server: Child<CostReady>, database: pg.Client): Promise<Totals> {
  return {
    server: await server.cpuTime(),
    backends: await cpuOfBackends(database),
    queries: Number(await server.ask('queries')),
  }
}

/** CPU time of all connections except this one. */
async function cpuOfBackends(database: pg.Client): Promise<Map<number, number>> {
  const { rows } = await database.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  return new Map(rows.map(({ pid }) => [pid, cpuOf(pid)]))
}

/** A new process counts from 0, because the pool may have replaced a connection. */
function increase(before: Totals['backends'], after: Totals['backends']): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}

/** CPU milliseconds of a process with one thread. */
function cpuOf(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / NANOSECONDS_PER_MS
}

/** @returns bytes of the response @throws if it is no success */
function send(url: string, { method, path, headers, body }: CostRequest, agent: Agent) {
  return new Promise<number>((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent }, (response) => {
      const { socket, statusCode = 0 } = response
      const before = received.get(socket) ?? 0
      response.resume()
      response.on('end', () => {
        received.set(socket, socket.bytesRead)
        if (statusCode < 400) resolve(socket.bytesRead - before)
        else reject(new Error(`${method} ${path}: ${statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Bytes of earlier responses, by connection. */
const received = new WeakMap<object, number>()
