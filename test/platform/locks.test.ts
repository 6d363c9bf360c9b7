import { withLock } from '#src/platform/locks.ts'

type Work = (lock: object | null) => unknown
type Request = (
  name: string,
  ...rest: [Work] | [{ ifAvailable: boolean }, Work]
) => Promise<unknown>

afterEach(() => void Reflect.deleteProperty(navigator, 'locks'))

const give = (request: Request) =>
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })

test('without locks the work simply runs', async () => {
  const work = jest.fn(async () => 7)
  await expect(withLock('one', work)).resolves.toBe(7)
  expect(work).toHaveBeenCalledWith(false)
})

test('a free lock is taken without waiting', async () => {
  const names: string[] = []
  give(async (name, ...rest) => {
    names.push(name)
    return rest.at(-1) && (rest.at(-1) as Work)({})
  })
  const work = jest.fn(async () => 7)
  await expect(withLock('one', work)).resolves.toBe(7)
  expect(work.mock.calls).toEqual([[false]])
  expect(names).toEqual(['one'])
})

test('a taken lock is waited for, and the work hears of it', async () => {
  give(async (_name, ...rest) => (rest.length === 2 ? rest[1](null) : rest[0]({})))
  const work = jest.fn(async () => 7)
  await expect(withLock('one', work)).resolves.toBe(7)
  expect(work.mock.calls).toEqual([[true]])
})

test('a refused lock is no reason not to work', async () => {
  give(() => Promise.reject(new DOMException('opaque origin', 'SecurityError')))
  const work = jest.fn(async () => 7)
  await expect(withLock('one', work)).resolves.toBe(7)
  expect(work).toHaveBeenCalledTimes(1)
})

test('work that fails fails once', async () => {
  give(async (_name, ...rest) => (rest.length === 2 ? rest[1]({}) : rest[0]({})))
  const work = jest.fn(() => Promise.reject(new Error('refused')))
  await expect(withLock('one', work)).rejects.toThrow('refused')
  expect(work).toHaveBeenCalledTimes(1)
})
