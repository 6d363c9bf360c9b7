import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { makeFolder } from '../ending.ts'
import type { BareReady, BareResponse } from './bareProcess.ts'
import type { Question } from './parent.ts'

/** A server in a process of its own; the other end is parent.ts. */
export type Child<Ready> = {
  readonly ready: Ready
  readonly pid: number
  readonly ask: (ask: string, value?: unknown) => Promise<unknown>
  /** CPU milliseconds of the process so far, over all cores. */
  readonly cpuTime: () => Promise<number>
  /** Waits for its end and removes its data. */
  readonly close: () => Promise<void>
}

/**
 * Starts a script of this folder with an empty data directory.
 * @throws when it ends before it is ready
 */
export async function openChild<Ready>(file: string): Promise<Child<Ready>> {
  const folder = makeFolder()
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, DATA_DIR: folder.path },
    serialization: 'advanced',
    // The same as in `npm start`.
    execArgv: ['--max-semi-space-size=16'],
  })
  const ended = once(child, 'exit')
  const message = async (): Promise<unknown> => {
    const dead = ended.then(() => Promise.reject(new Error(`${file} has ended`)))
    const [first] = (await Promise.race([once(child, 'message'), dead])) as [unknown]
    return first
  }
  const ask = (question: string, value?: unknown) => {
    const reply = message()
    child.send({ ask: question, value } satisfies Question)
    return reply
  }
  const close = async () => {
    if (child.connected) child.disconnect()
    await ended
    folder.remove()
  }
  try {
    const ready = (await message()) as Ready
    const cpuTime = async () => Number(await ask('cpuTime'))
    return { ready, pid: child.pid ?? 0, ask, cpuTime, close }
  } catch (error) {
    await close()
    throw error
  }
}

export type Bare = Child<BareReady> & {
  readonly serve: (response: BareResponse) => Promise<unknown>
}
export type Stage<Ready> = { readonly api: Child<Ready>; readonly bare: Bare }

/** Runs `measure` with the application and bare Fastify, each in its own process. */
export async function onStage<Ready extends { readonly url: string }, T>(
  file: string,
  measure: (stage: Stage<Ready>) => Promise<T>,
): Promise<T> {
  return withChild<BareReady, T>('bareProcess.ts', (bare) =>
    withChild<Ready, T>(file, (api) =>
      measure({ api, bare: { ...bare, serve: (response) => bare.ask('serve', response) } }),
    ),
  )
}

export async function withChild<Ready, T>(
  file: string,
  use: (child: Child<Ready>) => Promise<T>,
): Promise<T> {
  const child = await openChild<Ready>(file)
  try {
    return await use(child)
  } finally {
    await child.close()
  }
}
