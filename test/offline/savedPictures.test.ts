import { openPictures } from '#src/offline/saveList.ts'
import { apiBaseUrl } from '#src/platform/env.ts'

const fetched: string[] = []

beforeEach(() => {
  fetched.length = 0
  const stored = new Map<string, Response>()
  // jsdom has neither.
  Object.assign(globalThis, {
    caches: {
      open: async () => ({
        match: async (url: string) => stored.get(url)?.clone(),
        put: async (url: string, response: Response) => void stored.set(url, response),
      }),
    },
  })
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    if (typeof url !== 'string') throw new TypeError('Not expected.')
    fetched.push(url)
    const headers = { 'Content-Type': url.includes('page') ? 'text/html' : 'image/webp' }
    return new Response('x', { status: url.includes('lost') ? 404 : 200, headers })
  })
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'caches')
})

const file = (name: string) => `${apiBaseUrl()}/files/${name}`
const image = (name: string) => ({
  type: 'image',
  picture: { url: file(`${name}.jpg`), width: 960, height: 640 },
  pictures: [{ url: file(`${name}-480.webp`), width: 480, height: 320 }],
  alt: name,
})

test('pictures in texts are saved in one size, wherever they stand, and each once', async () => {
  const pictures = await openPictures(new AbortController().signal)
  const [first, deep, again] = [image('a'), image('b'), image('a')]
  const quote = { type: 'quote', blocks: [{ type: 'list', start: null, items: [[deep], [again]] }] }
  await pictures.savePicturesIn([{ id: 1, content_rich: [first, quote] }, null])
  expect(fetched).toEqual([file('a-480.webp'), file('b-480.webp')])
  expect(await pictures.urls()).toEqual(fetched)
  for (const [kept, name] of [
    [first, 'a'],
    [deep, 'b'],
    [again, 'a'],
  ] as const) {
    expect(kept.picture).toEqual({ url: file(`${name}-480.webp`), width: 960, height: 640 })
    expect(kept.pictures).toEqual([])
  }
})

test('pictures in texts that are lost, of elsewhere or of no use stay as they are', async () => {
  const pictures = await openPictures(new AbortController().signal)
  const elsewhere = { ...image('c'), picture: { url: 'https://x.test/c.jpg' }, pictures: [] }
  const blocks = [
    image('lost'),
    image('page'),
    elsewhere,
    { type: 'image', picture: null },
    'image',
  ]
  const before = structuredClone(blocks)
  await pictures.savePicturesIn(blocks)
  expect(blocks).toEqual(before)
  expect(await pictures.urls()).toEqual([])
})
