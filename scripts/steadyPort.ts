import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections (Linux: from 32,768), which could take one before its use. */
const FIRST = 20_000
const END = 32_000

const taken = new Set<number>()

/** A free port of the loopback address that stays free until a part of the product listens on it, again and again. */
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
