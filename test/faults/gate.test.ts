import { makeGate } from '#server/gate.ts'

describe('a gate for expensive work', () => {
  it('runs a few at a time, queues a few, and refuses further callers at once with a time to retry', async () => {
    const gate = makeGate(2, 3)
    const waiting: (() => void)[] = []
    let running = 0
    let most = 0
    const work = async (): Promise<void> => {
      running++
      most = Math.max(most, running)
      await new Promise<void>((resolve) => waiting.push(resolve))
      running--
    }
    const accepted = Array.from({ length: 5 }, () => gate(work))
    await expect(gate(work)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
    while (waiting.length > 0 || running > 0) {
      waiting.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(accepted)
    expect(most).toBe(2)
    const finish = gate(async () => 'free again')
    await expect(finish).resolves.toBe('free again')
  })
})
