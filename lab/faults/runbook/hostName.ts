import { connect, createServer, type Socket } from 'node:net'
import { steadyPort } from '../../../scripts/steadyPort.ts'

/**
 * Simulates a host name that can be moved to another machine: forwards connections to a port of this one. The caller
 * closes it.
 * @param first first port
 */
export async function startHostName(first: number) {
  let target = first
  const open = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  const port = await steadyPort()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const drop = (): void => {
    for (const socket of open) socket.destroy()
    open.clear()
  }
  return {
    port,
    leadTo: (other: number) => {
      target = other
      drop()
    },
    close: () => {
      drop()
      server.close()
    },
  }
}
