import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ApiReady } from './apiProcess.ts'
import type { BareReady, BareResponse } from './bareProcess.ts'
import { cpuTimeOf } from './cpuTime.ts'

export type Bare = {
  readonly url: string
  readonly serve: (response: BareResponse) => Promise<void>
}
type CpuTime = () => Promise<number>
/** `api` is the first message of the application's process, with its URL at least. */
export type Stage<Api = { readonly url: string }> = {
  readonly api: Api
  readonly bare: Bare
  /** CPU milliseconds that each side has used. */
  readonly cpuTime: { readonly api: CpuTime; readonly bare: CpuTime }
  readonly close: () => void
}

/**
 * Starts the application and bare Fastify, each in its own process.
 * @param file script that fills a database and serves it
 */
export async function openStage<Api = ApiReady>(file = 'apiProcess.ts'): Promise<Stage<Api>> {
  const apiChild = start(file)
  const bareChild = start('bareProcess.ts')
  const [api, bare] = await Promise.all([firstMessage(apiChild), firstMessage(bareChild)])
  return {
    api: api as Api,
    bare: {
      url: (bare as BareReady).url,
      serve: async (response) => {
        const confirmed = once(bareChild, 'message')
        bareChild.send(response)
        await confirmed
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
