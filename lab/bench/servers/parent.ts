import { type Prepared, prepare } from '../../../server/compose/prepare.ts'
import { buildApp } from '../../../server/compose/site.ts'
import type { App } from '../../../server/http/deps.ts'

/* Common code of the processes of the benchmark; the other end is child.ts. */

/** A request of the parent process; each has one response. */
export type Question = { readonly ask: string; readonly value?: unknown }

type Answers = Readonly<Record<string, (value: unknown) => unknown>>

/**
 * Reports to the parent process that this one is ready, and responds to its messages from then on.
 * @param ready the first message
 * @param answers handlers by the `ask` of the question
 */
export function reportTo(ready: object, answers: Answers = {}): void {
  const all: Answers = { ...answers, cpuTime }
  process.on('message', async ({ ask, value }: Question) => {
    process.send?.((await all[ask]?.(value)) ?? null)
  })
  process.send?.(ready)
}

/** CPU time of this process since its start, over all cores, in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * An application on SQLite, or on BENCH_DATABASE_URL, in the data directory that the parent has made.
 * @throws in a process without a parent, such as one that imports the file by mistake
 */
export function prepareHere(seed: 'demo' | 'none'): Promise<Prepared> {
  if (!process.connected) throw new Error('Only for processes that child.ts starts')
  return prepare({
    ...process.env,
    DATABASE_URL: process.env.BENCH_DATABASE_URL ?? '',
    JWT_SECRET: 'a secret of forty characters for measuring',
    SEED: seed,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  })
}

/**
 * Serves the application until the parent process is gone.
 * @param addRoutes adds routes to those of the product
 */
export async function serve(
  { deps, close }: Prepared,
  addRoutes: (app: App) => void = () => undefined,
): Promise<{ readonly app: App; readonly url: string }> {
  const app = await buildApp(deps)
  addRoutes(app)
  process.on('disconnect', async () => {
    await app.close()
    await close()
    process.exit(0)
  })
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}
