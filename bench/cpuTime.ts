import type { ChildProcess } from 'node:child_process'

/** The IPC channel carries other messages, too. */
const REQUEST = 'cpu time?'
type Reply = { readonly cpuTimeMs: number }

/** To be called in the measured process. */
export function reportCpuTime(): void {
  process.on('message', (message: unknown) => {
    if (message !== REQUEST) return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuTimeMs: (user + system) / 1000 } satisfies Reply)
  })
}

/** CPU time of a process since its start, over all cores, in milliseconds. */
export function cpuTimeOf(child: ChildProcess): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const listen = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('cpuTimeMs' in message)) return
    child.off('message', listen)
    resolve(Number(message.cpuTimeMs))
  }
  child.on('message', listen)
  child.send(REQUEST)
  return promise
}
