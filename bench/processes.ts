import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ApiReady } from './apiProcess.ts'
import type { BareAnswer, BareReady } from './bareProcess.ts'
import { cpuTimeOf } from './cpuTime.ts'

export type Bare = { readonly url: string; readonly serve: (answer: BareAnswer) => Promise<void> }
type CpuTime = () => Promise<number>
/** `api` is what the process of the application tells of itself: at least where it is. */
export type Stage<Api = { readonly url: string }> = {
  readonly api: Api
  readonly bare: Bare
  /** Milliseconds of processors that each side has used. */
  readonly cpuTime: { readonly api: CpuTime; readonly bare: CpuTime }
  readonly close: () => void
}

/**
 * Starts the real application and the bare framework, each in its own process.
 * @param file of the process that fills a database and serves it
 */
export async function openStage<Api = ApiReady>(file = 'apiProcess.ts'): Promise<Stage<Api>> {
  const apiChild = start(file)
  const bareChild = start('bareProcess.ts')
  const [api, bare] = await Promise.all([firstMessage(apiChild), firstMessage(bareChild)])
  return {
    api: api as Api,
    bare: {
      url: (bare as BareReady).url,
      serve: async (answer) => {
        const heard = once(bareChild, 'message')
        bareChild.send(answer)
        await heard
      },
    },
    cpuTime: { api: () => cpuTimeOf(apiChild), bare: () => cpuTimeOf(bareChild) },
    close: () => {
      for (const child of [apiChild, bareChild]) child.disconnect()
    },
  }
}

const start = (file: string): ChildProcess => fork(join(import.meta.dirname, file))

async function firstMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown]
  return message
}
