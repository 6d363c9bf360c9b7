import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { RecordContextProvider, required, TextInput } from 'react-admin'
import { DeskForm, useIsChanged } from '#desk/parts/DeskForm.tsx'
import { DeskEdit } from '#desk/parts/DeskPages.tsx'
import { SectionsInput } from '#desk/parts/SectionsInput.tsx'
import { refused } from '#test/helpers/desk/fakeDesk.ts'
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
  expect(screen.getByText('Sections, in their order')).toBeVisible()
  const buttons = (name: string) => screen.getAllByLabelText(name)
  await user.click(screen.getByRole('button', { name: 'Add a section' }))
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
  await user.click(screen.getByRole('button', { name: 'Add a section' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const section = await screen.findByRole('listitem')
  expect(await within(section).findAllByText('This field is required.')).toHaveLength(2)
  expect(onSubmit).not.toHaveBeenCalled()
})
