import { setImmediate } from 'node:timers/promises'
import { makeGate, makeGates } from '#server/http/gate.ts'

describe('a gate for expensive work', () => {
  it('runs a few at a time, queues a few, and refuses further callers at once with Retry-After', async () => {
    const gate = makeGate(2, 3)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const work = async (): Promise<string> => {
      running++
      most = Math.max(most, running)
      await held
      running--
      return 'done'
    }
    const ends: unknown[] = []
    const end = (seen: unknown): void => void ends.push(seen)
    const all = Array.from({ length: 6 }, () => gate(work).then(end, end))
    await setImmediate()
    const [begun, early] = [running, ends.length]
    letGo()
    await Promise.all(all)
    expect([begun, early, most]).toEqual([2, 1, 2])
    expect(ends[0]).toMatchObject({ status: 503, retryAfterSeconds: 5 })
    expect(ends.slice(1)).toEqual(Array.from({ length: 5 }, () => 'done'))
    await expect(gate(async () => 'free again')).resolves.toBe('free again')
  })

  it.each([
    ['hashing', 2, 64],
    ['images', 2, 16],
    ['pages', 1, 8],
    ['searches', 4, 128],
  ] as const)(
    'that of one process for %s lets in %d and queues %d',
    async (kind, atOnce, queued) => {
      const gate = makeGates()[kind]
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      let begun = 0
      let refused = 0
      const work = () => {
        begun++
        return held
      }
      const all = Array.from({ length: atOnce + queued + 3 }, () =>
        gate(work).catch(() => refused++),
      )
      await setImmediate()
      const seen = [begun, refused]
      letGo()
      await Promise.all(all)
      expect(seen).toEqual([atOnce, 3])
    },
  )
})
