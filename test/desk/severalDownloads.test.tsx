import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpError } from 'react-admin'
import { downloadFiles, titleOf } from '#desk/downloads/downloads.tsx'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const named = (...names: string[]) => names.map((name) => new File([name], name))

/** @param upload of a file by its name @param create the response to a new download */
async function openSeveral(upload: (name: string) => Promise<unknown>, create: () => unknown) {
  const { list: List } = downloadFiles
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  const created: unknown[] = []
  const view = renderInDesk(<List />, {
    resource: 'download-files',
    upload: async (purpose, file, onShare) => {
      expect(purpose).toBe('file')
      await upload(file.name)
      onShare(1)
      return { id: file.name, name: file.name, media_type: 'x', size: 1, url: null }
    },
    responses: {
      'GET /download-files': [],
      'GET /download-categories': [
        { id: 3, title: 'Rules', position: 0 },
        { id: 4, title: 'Maps', position: 1 },
      ],
      'POST /download-files': ({ body }: Sent) => {
        created.push(body)
        return create()
      },
    },
  })
  await view.user.click(await screen.findByText('Upload several files'))
  await screen.findByRole('option', { name: 'Maps' })
  const field = screen.getByLabelText(/Choose files$/)
  return {
    ...view,
    created,
    field,
    rows: () => screen.getAllByRole('listitem').map((row) => row.textContent),
  }
}

test.each([
  ['Rules_of-play.pdf', 'Rules of play'],
  ['map.final.png', 'map.final'],
  ['.env', '.env'],
  ['README', 'README'],
])('%s is called %s', (name, title) => expect(titleOf(name)).toBe(title))

test('several files become downloads of a category, named by their files', async () => {
  const { user, field, created, rows } = await openSeveral(
    async () => undefined,
    () => ({ id: 9 }),
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category of the files' }), 'Maps')
  await user.upload(field, named('a_b.pdf', 'Maß.txt'))
  expect(await screen.findByText('2 of 2 files uploaded.')).toBeVisible()
  expect(created).toEqual([
    { category_id: 4, display_name: 'a b', file_upload: 'a_b.pdf' },
    { category_id: 4, display_name: 'Maß', file_upload: 'Maß.txt' },
  ])
  expect(rows()).toEqual(['a_b.pdf a b', 'Maß.txt Maß'])
})

test('what fails stands beside its file, the others arrive, and it can be tried again', async () => {
  const refusals = [refused(400, 'This name is too long.')]
  const { user, field, created, rows } = await openSeveral(
    async () => undefined,
    () => refusals.pop() ?? { id: 9 },
  )
  await user.upload(field, named('a.pdf', 'b.pdf'))
  expect(await screen.findByText('1 of 2 files uploaded.')).toBeVisible()
  expectComplaint(/HttpError/)
  expect(rows()).toEqual(['a.pdf This name is too long.', 'b.pdf b'])
  await user.click(screen.getByRole('button', { name: 'Try 1 file again' }))
  expect(await screen.findByText('2 of 2 files uploaded.')).toBeVisible()
  expect(created).toHaveLength(3)
})

test('without a connection the files that wait are not tried, and none is lost', async () => {
  const tried: string[] = []
  const { user, field, rows } = await openSeveral(
    async (name) => {
      tried.push(name)
      if (tried.length === 1) throw new HttpError('No connection.', 0)
    },
    () => ({ id: 9 }),
  )
  await user.upload(field, named('a.pdf', 'b.pdf'))
  expect(await screen.findByText('0 of 2 files uploaded.')).toBeVisible()
  expectComplaint(/HttpError/)
  expect(tried).toEqual(['a.pdf'])
  expect(rows()).toEqual(['a.pdf No connection.', 'b.pdf No connection.'])
  await user.click(screen.getByRole('button', { name: 'Try 2 files again' }))
  expect(await screen.findByText('2 of 2 files uploaded.')).toBeVisible()
})

test('dropped files are taken, and what systems keep for themselves stays out', async () => {
  const { created } = await openSeveral(
    async () => undefined,
    () => ({ id: 9 }),
  )
  const files = named('a.pdf', '.DS_Store')
  fireEvent.drop(screen.getByRole('group', { name: 'Upload several files' }), {
    dataTransfer: { items: [], files },
  })
  await waitFor(() => expect(created).toHaveLength(1))
  fireEvent.drop(screen.getByRole('group', { name: 'Upload several files' }), {
    dataTransfer: { items: [], files: named('.DS_Store') },
  })
  expect(await screen.findByRole('alert')).toBeVisible()
})
