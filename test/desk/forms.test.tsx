import { act, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { RecordContextProvider, required, TextInput } from 'react-admin'
import { FileActions, withoutEmptyName } from '#desk/downloads/FileForm.tsx'
import { ConfirmButton, ReasonButton } from '#desk/parts/ActionButton.tsx'
import { DeskForm, useIsChanged } from '#desk/parts/DeskForm.tsx'
import { DeskEdit } from '#desk/parts/DeskPages.tsx'
import { Progress } from '#desk/parts/Progress.tsx'
import { SectionsInput } from '#desk/parts/SectionsInput.tsx'
import { withoutForeignFields } from '#desk/rules/rules.tsx'
import { recorded, refused } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const record = {
  id: 7,
  name: 'Wicks',
  text: 'Trim them.',
  sub_entries: [
    { id: 1, title: 'First', content: 'One', level: 0 },
    { id: 2, title: 'Second', content: 'Two', level: 1 },
  ],
}
const Changed = () => (useIsChanged() ? 'Changed' : 'As saved')
const field = (name: string) => screen.getByRole('textbox', { name })
const titles = () =>
  screen
    .getAllByRole('textbox', { name: 'Title' })
    .map((input) => (input as HTMLInputElement).value)

const form = (
  <DeskForm mayRemove={false}>
    <Changed />
    <TextInput source="name" validate={required()} />
    <TextInput source="text" />
  </DeskForm>
)

/** The form with a record that is fetched again. */
const Fetched = () => {
  const [now, setNow] = useState(record)
  return (
    <RecordContextProvider value={now}>
      <button type="button" onClick={() => setNow({ ...record, text: 'Trim them well.' })}>
        Fetch
      </button>
      {form}
    </RecordContextProvider>
  )
}

test('unsaved changes are known, and a navigation that would lose them is asked about', async () => {
  const { user, router } = renderInDesk(form, { record })
  expect(screen.getByText('As saved')).toBeVisible()
  await user.type(field('Name'), '!')
  expect(screen.getByText('Changed')).toBeVisible()
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false)
  await act(() => router.navigate('/counters'))
  await waitFor(() => expect(confirm).toHaveBeenCalled())
  expect(field('Name')).toHaveValue('Wicks!')
  confirm.mockReturnValue(true)
  await act(() => router.navigate('/counters'))
  expect(await screen.findByText('Another page')).toBeVisible()
})

test('a newer record from the server leaves alone what was typed meanwhile', async () => {
  const { user } = renderInDesk(<Fetched />)
  await user.type(field('Name'), '!')
  await user.click(screen.getByRole('button', { name: 'Fetch' }))
  await waitFor(() => expect(field('Text')).toHaveValue('Trim them well.'))
  expect(field('Name')).toHaveValue('Wicks!')
  expect(screen.getByText('Changed')).toBeVisible()
})

test('the first field that the server refuses has the focus and its message', async () => {
  const responses = {
    'GET /rule-categories/7': record,
    'PUT /rule-categories/7': () => refused(400, 'Refused.', { text: 'Too short.' }),
  }
  const { user } = renderInDesk(<DeskEdit id={7}>{form}</DeskEdit>, { responses })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(field('Text')).toHaveFocus())
  expect(field('Text')).toHaveAccessibleDescription('Too short.')
  expect(field('Name')).toHaveValue('Wicks!')
  expectComplaint(/HttpError/)
})

test('sections are added, moved with their ids, and removed', async () => {
  const onSubmit = jest.fn()
  const sections = (
    <DeskForm mayRemove={false} onSubmit={onSubmit}>
      <SectionsInput />
    </DeskForm>
  )
  const { user } = renderInDesk(sections, { record })
  expect(screen.getByText('Sections, in order')).toBeVisible()
  const buttons = (name: string) => screen.getAllByLabelText(name)
  await user.click(screen.getByRole('button', { name: 'Add section' }))
  await user.type(screen.getAllByRole('textbox', { name: 'Title' })[2] ?? document.body, 'Third')
  await user.click(buttons('Move up')[1] ?? document.body)
  expect(titles()).toEqual(['Second', 'First', 'Third'])
  await user.click(buttons('Remove')[1] ?? document.body)
  expect(titles()).toEqual(['Second', 'Third'])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({
    sub_entries: [
      { id: 2, title: 'Second', content: 'Two', level: 1 },
      { title: 'Third', content: '', level: 0 },
    ],
  })
})

test('a section needs a title, and a text where its entry needs one', async () => {
  const onSubmit = jest.fn()
  const sections = (
    <DeskForm mayRemove={false} onSubmit={onSubmit}>
      <SectionsInput isContentRequired />
    </DeskForm>
  )
  const { user } = renderInDesk(sections)
  await user.click(screen.getByRole('button', { name: 'Add section' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const section = await screen.findByRole('listitem')
  expect(await within(section).findAllByText('This field is required.')).toHaveLength(2)
  expect(onSubmit).not.toHaveBeenCalled()
})

const openDialog = async (user: ReturnType<typeof renderInDesk>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name }))
  const dialog = screen.getByRole('dialog')
  return { dialog, confirm: within(dialog).getByRole('button', { name }) }
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

test('an action is confirmed in a dialog, once for a double click', async () => {
  const response = Promise.withResolvers<string>()
  const onConfirm = jest.fn(() => response.promise)
  const { user } = renderInDesk(
    <ConfirmButton
      isDangerous
      keep="Keep group"
      label="Close"
      onConfirm={onConfirm}
      text="For good."
      title="Close “Ravens”?"
    />,
  )
  const { dialog, confirm } = await openDialog(user, 'Close')
  expect(dialog).toHaveAccessibleName('Close “Ravens”?')
  expect(dialog).toHaveTextContent('For good.')
  expect(within(dialog).getByRole('button', { name: 'Keep group' })).toBeVisible()
  expect(confirm).toHaveClass('desk-danger')
  expect(onConfirm).not.toHaveBeenCalled()
  await user.dblClick(confirm)
  expect(onConfirm).toHaveBeenCalledTimes(1)
  response.resolve('')
  await closed()
})

test('without a confirmation nothing happens', async () => {
  const onConfirm = jest.fn(async () => '')
  const { user } = renderInDesk(
    <ConfirmButton label="Close" onConfirm={onConfirm} title="Close?" />,
  )
  const { dialog } = await openDialog(user, 'Close')
  await user.click(within(dialog).getByRole('button', { name: 'Back' }))
  await closed()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a dialog in a form does not submit the form', async () => {
  const onSubmit = jest.fn()
  const { user } = renderInDesk(
    <form onSubmit={onSubmit}>
      <ConfirmButton label="Close" onConfirm={async () => ''} title="Close?" />
    </form>,
  )
  const { confirm } = await openDialog(user, 'Close')
  await user.click(confirm)
  await closed()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a disabled button keeps the focus and opens nothing', async () => {
  const { user } = renderInDesk(
    <ConfirmButton disabled label="Close" onConfirm={async () => ''} title="Close?" />,
  )
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a reason is required, and kept when the action is refused', async () => {
  const refusals = ['Somebody else is reviewing this.', '']
  const onReason = jest.fn(async () => refusals.shift() ?? '')
  const { user } = renderInDesk(<ReasonButton label="Reject" onReason={onReason} title="Reject?" />)
  const { confirm } = await openDialog(user, 'Reject')
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  expect(reason).toHaveAccessibleDescription('We’ll email the reason to the member.')

  await user.type(reason, '  ')
  await user.click(confirm)
  expect(screen.getByRole('alert')).toHaveTextContent('Write a reason first.')
  expect(onReason).not.toHaveBeenCalled()

  await user.type(reason, 'It is here already. ')
  await user.click(confirm)
  expect(await screen.findByText('Somebody else is reviewing this.')).toBeVisible()
  expect(onReason).toHaveBeenLastCalledWith('It is here already.')
  expect(reason).toHaveValue('  It is here already. ')

  await user.click(confirm)
  await closed()
})

test('a reason that was typed is kept when the dialog is closed; a sent one is not', async () => {
  const { user } = renderInDesk(
    <ReasonButton label="Reject" onReason={async () => ''} title="Reject?" />,
  )
  await openDialog(user, 'Reject')
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Too short.')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  const { confirm } = await openDialog(user, 'Reject')
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too short.')
  await user.click(confirm)
  await closed()
  await openDialog(user, 'Reject')
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('')
})

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
  expect(dialog).toHaveTextContent('The site will no longer offer it. You can restore it.')
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('The site no longer offers the file.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The site offers the file again.')).toBeVisible()
  expect(sent).toEqual([
    [WITHDRAW, {}],
    [RESTORE, {}],
  ])
})

test('a withdrawn file says so, and is offered again at once', async () => {
  const { user, sent } = renderFile('2026-03-01T10:00:00.000Z')
  expect(screen.getByText('The site doesn’t offer this file right now.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('The site offers the file again.')).toBeVisible()
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

test('an upload shows each percent, yet announces only that it is on its way and that it has come', () => {
  const at = (share: number) => <Progress sending="Sending a.pdf" working="Looking" share={share} />
  const view = render(at(0.1))
  const status = screen.getByRole('status')
  expect(status).toHaveTextContent(/^Sending a\.pdf$/)
  expect(screen.getByText(': 10 %')).toBeVisible()
  view.rerender(at(0.425))
  expect(status).toHaveTextContent(/^Sending a\.pdf$/)
  expect(screen.getByRole('progressbar', { name: 'Sending a.pdf' })).toHaveValue(42)
  view.rerender(at(1))
  expect(status).toHaveTextContent(/^Looking$/)
  expect(screen.getByRole('progressbar', { name: 'Looking' })).not.toHaveAttribute('value')
})
