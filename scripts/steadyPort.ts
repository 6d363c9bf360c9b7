import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Range below the ephemeral ports (Linux: from 32,768), which an outgoing connection could take before their use. */
const FIRST = 20_000
const END = 32_000

const taken = new Set<number>()

/** A free port of the loopback address that stays free while the product listens on it, stops and listens again. */
export async function steadyPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END)
    if (taken.has(port) || !(await isFree(port))) continue
    taken.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
