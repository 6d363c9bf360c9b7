import type { ChildProcess } from 'node:child_process'

/** A measured process and the one that measures it talk over the same line about other things too. */
const QUESTION = 'cpu time?'
type Reply = { readonly cpuTime: number }

/** Call in a measured process. */
export function tellCpuTime(): void {
  process.on('message', (message: unknown) => {
    if (message !== QUESTION) return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuTime: (user + system) / 1000 } satisfies Reply)
  })
}

/** What a process has used of all processors since it began. Milliseconds. */
export function cpuTimeOf(child: ChildProcess): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const listen = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('cpuTime' in message)) return
    child.off('message', listen)
    resolve(Number(message.cpuTime))
  }
  child.on('message', listen)
  child.send(QUESTION)
  return promise
}
