import { fireEvent, screen, waitFor } from '@testing-library/react'
import { strFromU8, unzipSync } from 'fflate'
import { IMPORT_BYTES_MAX, IMPORT_FILES_MAX } from '#contract/transfer.ts'
import { clean, importButton, openTransfer } from '#test/helpers/desk/openTransfer.tsx'

const bytesOf = (file: File): Promise<ArrayBuffer> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => {
      const { result } = reader
      if (result !== null && typeof result !== 'string') resolve(result)
    }
    reader.readAsArrayBuffer(file)
  })

// jsdom has none.
beforeAll(() => {
  File.prototype.arrayBuffer = function (this: File) {
    return bytesOf(this)
  }
})

/** A file in a folder that was chosen. */
const inFolder = (path: string, text: string): File => {
  const file = new File([text], path.split('/').at(-1) ?? '')
  return Object.defineProperty(file, 'webkitRelativePath', { value: path })
}
const contentsOf = async (zip: File | undefined) => {
  const files = unzipSync(new Uint8Array((await zip?.arrayBuffer()) ?? []))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}
const field = () => screen.getByLabelText<HTMLInputElement>('Files Choose files')

test('several files become one ZIP', async () => {
  const { user, uploads } = openTransfer([clean])
  await user.upload(field(), [new File(['a'], 'Mühle.md'), new File(['b'], 'b.md')])
  expect(await screen.findByText('2 files.zip')).toBeVisible()
  await waitFor(() => expect(importButton()).toBeVisible())
  expect(await contentsOf(uploads[0])).toEqual({ 'Mühle.md': 'a', 'b.md': 'b' })
})

describe('where the browser chooses folders', () => {
  beforeEach(() => {
    Object.defineProperty(HTMLInputElement.prototype, 'webkitdirectory', { configurable: true })
  })
  afterEach(() => Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory'))

  test('a folder becomes a ZIP of its name, without the files of systems', async () => {
    const { user, uploads } = openTransfer([clean])
    const folder = screen.getByLabelText('Files Choose a folder')
    expect(folder).toHaveAttribute('webkitdirectory')
    await user.upload(folder, [
      inFolder('World/a.md', 'a'),
      inFolder('World/Places/b.md', 'b'),
      inFolder('World/.obsidian/app.json', '{}'),
      inFolder('World/Thumbs.db', ''),
    ])
    expect(await screen.findByText('World.zip')).toBeVisible()
    expect(await contentsOf(uploads[0])).toEqual({ 'World/a.md': 'a', 'World/Places/b.md': 'b' })
  })

  test('a folder with one file keeps its name, which may be a category', async () => {
    const { user, uploads } = openTransfer([clean])
    await user.upload(screen.getByLabelText('Files Choose a folder'), [inFolder('Maps/a.pdf', 'a')])
    expect(await screen.findByText('Maps.zip')).toBeVisible()
    expect(await contentsOf(uploads[0])).toEqual({ 'Maps/a.pdf': 'a' })
  })
})

test('elsewhere no folder can be chosen', () => {
  openTransfer([clean])
  expect(screen.queryByLabelText('Files Choose a folder')).not.toBeInTheDocument()
})

describe('dropped', () => {
  type Dropped = { isFile: boolean; isDirectory: boolean; name: string; fullPath: string }
  const dropped = (fullPath: string, more: object): Dropped => ({
    isFile: 'file' in more,
    isDirectory: 'createReader' in more,
    name: fullPath.split('/').at(-1) ?? '',
    fullPath,
    ...more,
  })
  const fileAt = (path: string) =>
    dropped(path, {
      file: (resolve: (file: File) => void) => resolve(new File([path], path.slice(1))),
    })
  /** Browsers give the entries of a folder in parts. */
  const folderAt = (path: string, parts: readonly (readonly Dropped[])[]) =>
    dropped(path, {
      createReader: () => {
        const rest = [...parts, []]
        return {
          readEntries: (resolve: (part: readonly Dropped[]) => void) => resolve(rest.shift() ?? []),
        }
      },
    })
  const drop = (...entries: Dropped[]) =>
    fireEvent.drop(field(), {
      dataTransfer: {
        items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })),
        files: [],
      },
    })

  test('a folder comes with the folders in it', async () => {
    const { uploads } = openTransfer([clean])
    const places = folderAt('/World/Places', [[fileAt('/World/Places/b.md')]])
    drop(folderAt('/World', [[fileAt('/World/a.md'), fileAt('/World/.DS_Store')], [places]]))
    expect(await screen.findByText('World.zip')).toBeVisible()
    expect(Object.keys(await contentsOf(uploads[0]))).toEqual(['World/a.md', 'World/Places/b.md'])
  })

  test('a file is sent as it is', async () => {
    const { uploads } = openTransfer([clean])
    drop(fileAt('/a.csv'))
    expect(await screen.findByText('a.csv')).toBeVisible()
    expect(uploads).toMatchObject([{ name: 'a.csv', size: '/a.csv'.length }])
  })

  test('what cannot be read is named', async () => {
    const { uploads } = openTransfer([clean])
    drop(dropped('/gone.md', { file: (_found: unknown, fail: () => void) => fail() }))
    expect(
      await screen.findByText(
        'We can’t read “gone.md”. Has it been moved or deleted? Choose it again.',
      ),
    ).toBeVisible()
    expect(uploads).toEqual([])
  })
})

const sized = (name: string, size: number) =>
  Object.defineProperty(new File([''], name), 'size', { value: size })
test.each([
  [
    'a file that is too large',
    () => [sized('a.zip', IMPORT_BYTES_MAX + 1)],
    'This file has 201 MB, and we take up to 200 MB. Split it.',
  ],
  [
    'files that are too large together',
    () => [sized('a.md', IMPORT_BYTES_MAX), sized('b.md', 1)],
    'These files have 201 MB together, and we take up to 200 MB. Choose fewer at once.',
  ],
  [
    'too many files',
    () => Array<File>(IMPORT_FILES_MAX + 1).fill(sized('a.md', 1)),
    'These are more than 20,000 files. Choose fewer at once.',
  ],
  [
    'nothing but files of systems',
    () => [sized('.DS_Store', 1)],
    'There are no files in it. Choose others.',
  ],
])('%s are refused before they are sent', async (_what, files, sentence) => {
  const { uploads } = openTransfer([clean])
  fireEvent.change(field(), { target: { files: files() } })
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(uploads).toEqual([])
})
