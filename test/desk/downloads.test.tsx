import { screen, within } from '@testing-library/react'
import { FileActions, withoutEmptyName } from '#desk/downloads/FileForm.tsx'
import { DeskForm } from '#desk/parts/DeskForm.tsx'
import { withoutForeignFields } from '#desk/rules/EntryFields.tsx'
import { recorded } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const WITHDRAW = 'POST /download-files/7/withdraw'
const RESTORE = 'POST /download-files/7/restore'

function renderFile(withdrawn_at: string | null) {
  const { sent, responses } = recorded(WITHDRAW, RESTORE)
  const form = (
    <DeskForm mayRemove={false}>
      <FileActions />
    </DeskForm>
  )
  const record = { id: 7, display_name: 'Map', withdrawn_at }
  return { ...renderInDesk(form, { resource: 'download-files', record, responses }), sent }
}

test('a file is withdrawn after a question, and the undo offers it again', async () => {
  const { user, sent } = renderFile(null)
  expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('The site no longer offers it. You can offer it again.')
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('The file is no longer offered.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The file is offered again.')).toBeVisible()
  expect(sent).toEqual([
    [WITHDRAW, {}],
    [RESTORE, {}],
  ])
})

test('a withdrawn file says so, and is offered again at once', async () => {
  const { user, sent } = renderFile('2026-03-01T10:00:00.000Z')
  expect(screen.getByText('The site does not offer this file at present.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('The file is offered again.')).toBeVisible()
  expect(sent).toEqual([[RESTORE, {}]])
})

test.each(['', null, undefined])('an empty name of a file (%p) is not sent', (name) => {
  const file = { display_name: 'Map', description: '', download_file_name: name }
  expect(withoutEmptyName(file)).toEqual({ display_name: 'Map', description: '' })
  expect(withoutEmptyName({ download_file_name: 'map.pdf' })).toEqual({
    download_file_name: 'map.pdf',
  })
})

test.each([
  ['quick', { category_id: null, subcategory_id: null, quick_subcategory_id: 5 }],
  ['basic', { category_id: 3, subcategory_id: 4, quick_subcategory_id: null }],
] as const)('a %s rule is sent without the parents of the other kind', (kind, parents) => {
  const all = { category_id: 3, subcategory_id: 4, quick_subcategory_id: 5 } as never
  expect(withoutForeignFields({ kind, title: 'Wicks', ...Object(all) })).toEqual({
    kind,
    title: 'Wicks',
    ...parents,
  })
})
