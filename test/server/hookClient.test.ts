import { isIP } from 'node:net'
import { HookFailure, isPublicAddress, sender } from '#server/modules/hooks/client.ts'
import { startSink } from '#test/helpers/server/hookSinks.ts'

let sink: Awaited<ReturnType<typeof startSink>>
beforeAll(async () => {
  sink = await startSink()
})
afterAll(() => sink.close())
beforeEach(() => {
  sink.empty()
})

/** What became of a message to the address. */
const send = (url: string, ...how: Partial<Parameters<typeof sender>>) =>
  sender(
    how[0] ?? [],
    how[1],
  )({ method: 'POST', url: new URL(url), body: {} }).then(
    () => 'sent',
    (error: unknown) => (error instanceof HookFailure ? error.message : error),
  )
const toSink = (path = '/') => send(`http://${sink.host}${path}`, [sink.host])

/** Names have these addresses, one list after the other; the last one stays. */
const resolving = (...lists: string[][]) =>
  jest.fn<void, Parameters<NonNullable<Parameters<typeof sender>[1]>>>((_host, _options, done) => {
    const list = lists.length > 1 ? lists.shift() : lists[0]
    const addresses = (list ?? []).map((address) => ({ address, family: isIP(address) }))
    done(null, addresses)
  })

test.each([
  '0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1',
  '192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255',
  ':: ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 ::7f00:1 64:ff9b::7f00:1 fe80::1 fec0::1 fc00::1 fd12::1 ff02::1',
  '100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1 4000::1',
])('private and reserved: %s', (addresses) => {
  expect(addresses.split(' ').filter(isPublicAddress)).toEqual([])
})

test('public addresses', () => {
  const all =
    '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.32.0.1 223.255.255.255 2606:4700::1111 2a00::1'
  expect(all.split(' ').filter((address) => !isPublicAddress(address))).toEqual([])
})

test.each([
  ...['https://127.0.0.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://10.0.0.1/'],
  ...['https://[::1]/', 'https://[::ffff:10.0.0.1]/', 'https://[fd00::1]/', 'https://localhost/'],
  ...['http://example.org/', 'http://1.1.1.1/', 'file:///etc/passwd'],
])('%s is refused', async (url) => {
  expect(await send(url)).toBe('not_public')
})

test('a name is refused when one of its addresses is private', async () => {
  const resolve = resolving(['2606:4700::1111', '10.0.0.1'])
  expect(await send('https://chat.example/', [], resolve)).toBe('not_public')
})

test('a name is resolved once for each request: what it means a moment later is not connected to', async () => {
  const resolve = resolving(['2000::1'], ['127.0.0.1'])
  await send('https://chat.example/', [], resolve)
  expect(resolve).toHaveBeenCalledTimes(1)
  expect(await send('https://chat.example/', [], resolve)).toBe('not_public')
  expect(resolve).toHaveBeenCalledTimes(2)
}, 20_000)

test('hosts of the operator may be private', async () => {
  expect(await toSink()).toBe('sent')
  expect(await send(`http://${sink.host}/`, ['127.0.0.1:1'])).toBe('not_public')
})

test('a redirect is not followed', async () => {
  sink.refuseNext(302, '', { location: `http://${sink.host}/elsewhere` })
  expect(await toSink()).toBe('302')
  expect(sink.received).toHaveLength(1)
})

test('what refuses is kept in its own words', async () => {
  sink.refuseNext(400, '<p>\n\u0000no')
  expect(await toSink()).toBe('400 <p> no')
})

test('an answer without an end is refused', async () => {
  sink.answerNext((_, response) => {
    const more = () => {
      if (response.writable) response.write('x'.repeat(10_000), () => setImmediate(more))
    }
    response.writeHead(200)
    more()
    return true
  })
  expect(await toSink()).toBe('too_long')
})

test('an answer that trickles in is refused after ten seconds', async () => {
  sink.answerNext((_, response) => {
    const timer = setInterval(() => response.write(' '), 500)
    response.on('close', () => clearInterval(timer))
    return true
  })
  const begun = performance.now()
  expect(await toSink()).toBe('slow')
  expect(performance.now() - begun).toBeLessThan(12_000)
}, 20_000)

test('a closed port', async () => {
  expect(await send('http://127.0.0.1:1/', ['127.0.0.1:1'])).toContain('ECONNREFUSED')
})
