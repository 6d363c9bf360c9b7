import { get } from 'node:http'
import type { Figure, Part } from '../figures.ts'
import { type Child, withChild } from '../servers/child.ts'
import type { LiveReady } from '../servers/liveProcess.ts'

const STREAMS = { full: 2000, quick: 500 }
const ROUNDS = { full: 20, quick: 5 }
/** Connections opened at the same time. */
const AT_ONCE = 50
const BYTES_PER_MB = 1024 * 1024

export const part: Part = {
  title: 'Open streams',
  about:
    'One process with two thousand streams of changes of as many members: its memory, and the time from the beginning of ' +
    'a transaction that concerns all of them to the arrival of the change on 95 of 100 streams, and on the last one.',
  run: ({ isQuick }) =>
    withChild<LiveReady, { figures: Figure[] }>('liveProcess.ts', async (server) => {
      const streams = isQuick ? STREAMS.quick : STREAMS.full
      const tokens = (await server.ask('members', streams)) as string[]
      const before = await memoryOf(server)
      const heard: { at: number; subject: number }[] = []
      const closes: (() => void)[] = []
      for (let start = 0; start < tokens.length; start += AT_ONCE)
        closes.push(
          ...(await Promise.all(
            tokens
              .slice(start, start + AT_ONCE)
              .map((token) =>
                open(server.ready.url, token, (subject) =>
                  heard.push({ at: performance.now(), subject }),
                ),
              ),
          )),
        )
      const rounds = isQuick ? ROUNDS.quick : ROUNDS.full
      const times: { most: number; last: number }[] = []
      for (let round = 1; round <= rounds; round++) {
        const began = performance.now()
        await server.ask('publish', round)
        while (heard.length < streams * round) await new Promise((next) => setImmediate(next))
        const arrived = heard.slice(streams * (round - 1)).map(({ at }) => at - began)
        const sorted = arrived.toSorted((a, b) => a - b)
        times.push({
          most: sorted[Math.floor(streams * 0.95)] ?? 0,
          last: sorted.at(-1) ?? 0,
        })
      }
      const after = await memoryOf(server)
      for (const close of closes) close()
      const subject = `${streams} streams`
      const low = { subject, better: 'lower' } as const
      return {
        figures: [
          { ...low, name: 'memory of the process', value: after, unit: 'MB', goal: 300 },
          { ...low, name: 'of its streams', value: after - before, unit: 'MB' },
          {
            ...low,
            name: 'p95',
            value: median(times.map(({ most }) => most)),
            unit: 'ms',
            goal: 1000,
          },
          {
            ...low,
            name: 'last',
            value: median(times.map(({ last }) => last)),
            unit: 'ms',
            goal: 1000,
          },
        ],
      }
    }),
}

const memoryOf = async (server: Child<LiveReady>): Promise<number> =>
  Number(await server.ask('memory')) / BYTES_PER_MB

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Resolves when the stream has begun. @returns a function that closes it */
function open(url: string, token: string, onChange: (subject: number) => void) {
  return new Promise<() => void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const request = get(`${url}/api/users/live/`, { headers, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        for (const [, subject] of text.matchAll(/"subject":(\d+)/g)) onChange(Number(subject))
      })
      response.on('error', () => undefined)
      response.once('data', () => resolve(() => request.destroy()))
    })
    request.on('error', reject)
  })
}
