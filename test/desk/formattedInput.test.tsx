import { act, createEvent, fireEvent, screen, within } from '@testing-library/react'
import { HttpError, TextInput } from 'react-admin'
import { DeskForm } from '#desk/parts/DeskForm.tsx'
import { FormattedInput } from '#desk/parts/FormattedInput.tsx'
import { SectionsInput } from '#desk/parts/SectionsInput.tsx'
import { TextRow } from '#desk/parts/TextRow.tsx'
import type { DeskDataProvider } from '#desk/session/dataProvider.ts'
import { TEXT_COMMANDS } from '#shared/textEditing.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const record = {
  id: 7,
  title: 'Salt',
  description: 'Salt and sand',
  format: 'light',
  sub_entries: [{ id: 1, title: 'Cranes', content: 'Two old ones', level: 0 }],
}
const URL_PATH = '/api/files/ab-640x480.png'

function renderForm(fields: object = {}, upload?: DeskDataProvider['upload']) {
  const onSubmit = jest.fn()
  const view = renderInDesk(
    <DeskForm mayRemove={false} onSubmit={onSubmit}>
      <TextInput source="title" />
      <FormattedInput source="description" />
      <TextRow />
      <SectionsInput />
    </DeskForm>,
    { resource: 'glossary-entries', record: { ...record, ...fields }, ...(upload && { upload }) },
  )
  const save = async () => {
    await view.user.click(screen.getByRole('button', { name: 'Save' }))
    return onSubmit.mock.calls[0]?.[0] as typeof record
  }
  return { ...view, save }
}

const description = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' })
const content = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Content' })
const toolbars = () => screen.queryAllByRole('toolbar', { name: 'Formatting' })
/** Of the first text, the description. */
const tool = (name: string) => within(toolbars()[0] as HTMLElement).getByRole('button', { name })
function select(field: HTMLTextAreaElement, from: number, to: number) {
  act(() => field.focus())
  field.setSelectionRange(from, to)
  fireEvent.select(field)
}
/** Returns true if the browser is left to paste. */
const paste = (field: HTMLElement, texts: Record<string, string>, files: File[] = []) =>
  fireEvent.paste(field, {
    clipboardData: { getData: (type: string) => texts[type] ?? '', files },
  })
const aPicture = (name = 'bay.png') => new File(['x'], name, { type: 'image/png' })
const sent = async () => ({ id: 'a', name: '', media_type: '', size: 1, url: URL_PATH })

test('each text has a toolbar while the format is light, and keeps what is typed without it', async () => {
  const { user, save } = renderForm()
  expect(toolbars()).toHaveLength(2)
  await user.type(content(), '!')
  await user.click(screen.getByRole('combobox', { name: /^Formatting/ }))
  await user.click(screen.getByRole('option', { name: 'As typed' }))
  expect(toolbars()).toEqual([])
  expect(await save()).toMatchObject({
    format: 'plain',
    description: 'Salt and sand',
    sub_entries: [{ content: 'Two old ones!' }],
  })
})

test('a command changes the text of its field, and Save sends it', async () => {
  const { user, save } = renderForm()
  select(description(), 0, 4)
  await user.click(tool('Bold'))
  expect(description()).toHaveFocus()
  const [, ofSection] = toolbars()
  select(content(), 0, 0)
  await user.click(within(ofSection as HTMLElement).getByRole('button', { name: 'List' }))
  expect(await save()).toMatchObject({
    description: '**Salt** and sand',
    sub_entries: [{ content: '- Two old ones' }],
  })
})

test('Control+B and Command+I mark what is selected, in a text alone', async () => {
  const { user } = renderForm()
  select(description(), 0, 4)
  await user.keyboard('{Control>}b{/Control}')
  select(description(), 13, 17)
  await user.keyboard('{Meta>}i{/Meta}')
  expect(description()).toHaveValue('**Salt** and *sand*')
  const [title] = screen.getAllByRole('textbox', { name: 'Title' })
  await user.click(title as HTMLElement)
  await user.keyboard('{Control>}b{/Control}')
  expect(title).toHaveValue('Salt')
  expect(tool('Bold')).toHaveAttribute('aria-keyshortcuts', 'Control+B')
})

test('rows and columns are added within a table alone', async () => {
  const { user } = renderForm({ description: '| A | B |\n| --- | --- |\n| 1 | 2 |\n\nSalt' })
  select(description(), 36, 36)
  expect(tool('Add row below')).toHaveAttribute('aria-disabled', 'true')
  await user.click(tool('Add row below'))
  select(description(), 3, 3)
  expect(tool('Add column after')).not.toHaveAttribute('aria-disabled')
  await user.click(tool('Add column after'))
  select(description(), 3, 3)
  await user.click(tool('Add row below'))
  expect(description()).toHaveValue(
    '| A |  | B |\n| --- | --- | --- |\n|  |  |  |\n| 1 |  | 2 |\n\nSalt',
  )
})

test('cells of a spreadsheet become a table, although they come with a picture', async () => {
  const upload = jest.fn(sent)
  const { save } = renderForm({ description: '' }, upload)
  const html = '<table><tr><td>Weapon</td><td>Harm</td></tr><tr><td>Axe</td><td>4</td></tr></table>'
  const texts = { 'text/plain': 'Weapon\tHarm\nAxe\t4', 'text/html': html }
  expect(paste(description(), texts, [aPicture()])).toBe(false)
  await screen.findByDisplayValue(/Weapon/)
  expect(await save()).toMatchObject({
    description: '| Weapon | Harm |\n| --- | --: |\n| Axe | 4 |\n',
  })
  expect(upload).not.toHaveBeenCalled()
})

test('a formatted document is pasted with light formatting, and plain words as the browser does', async () => {
  renderForm({ description: '' })
  expect(paste(description(), { 'text/plain': 'Salt' })).toBe(true)
  const html = '<style>p { margin: 0 }</style><h2>Salt</h2><p>From the <b>sea</b></p>'
  paste(description(), { 'text/plain': 'Salt\nFrom the sea', 'text/html': html })
  expect(await screen.findByDisplayValue(/^## Salt/)).toHaveValue('## Salt\n\nFrom the **sea**\n')
})

test('a chosen picture is uploaded for texts, and its description waits to be typed', async () => {
  const upload = jest.fn(sent)
  const { user, save } = renderForm({}, upload)
  const input = toolbars()[0]?.querySelector('input[type="file"]') as HTMLInputElement
  const opened = jest.spyOn(input, 'click')
  await user.click(tool('Picture'))
  expect(opened).toHaveBeenCalledTimes(1)
  select(description(), 4, 4)
  await user.upload(input, aPicture())
  expect(upload.mock.calls).toEqual([['text', expect.any(File), expect.any(Function)]])
  expect(description()).toHaveFocus()
  await user.keyboard('Salt pans')
  const text = `Salt\n\n![Salt pans](${URL_PATH})\n\nand sand`
  expect(await save()).toMatchObject({ description: text })
})

test.each(['paste', 'drop'] as const)('a picture is taken by %s', async (how) => {
  const { save } = renderForm({ description: '' }, sent)
  const data = { files: [aPicture()], types: ['Files'], getData: () => '' }
  if (how === 'paste') fireEvent.paste(description(), { clipboardData: data })
  else fireEvent.drop(description(), { dataTransfer: data })
  await screen.findByDisplayValue(`![Describe the picture](${URL_PATH})`)
  expect(await save()).toMatchObject({ description: `![Describe the picture](${URL_PATH})\n` })
})

test('a dropped file that is no picture leaves the form open', () => {
  renderForm()
  const dataTransfer = { files: [new File(['x'], 'a.pdf')], types: ['Files'], getData: () => '' }
  expect(fireEvent(description(), createEvent.dragOver(description(), { dataTransfer }))).toBe(
    false,
  )
  expect(fireEvent.drop(description(), { dataTransfer })).toBe(false)
  expect(description()).toHaveValue('Salt and sand')
})

test('a refused picture is said in words, nothing typed is lost, and another one can follow', async () => {
  const pending: PromiseWithResolvers<Awaited<ReturnType<typeof sent>>>[] = []
  const { user } = renderForm({}, () => {
    const one = Promise.withResolvers<Awaited<ReturnType<typeof sent>>>()
    pending.push(one)
    return one.promise
  })
  const input = toolbars()[0]?.querySelector('input[type="file"]') as HTMLInputElement
  await user.upload(input, aPicture())
  const status = screen.getByText('Uploading the picture…')
  expect(status).toHaveRole('status')
  await user.type(description(), '!')
  await act(async () => pending[0]?.reject(new HttpError('At most 15 MB.', 413)))
  expect(status).toHaveTextContent('At most 15 MB.')
  expectComplaint(/HttpError/)
  expect(description()).toHaveValue('Salt and sand!')
  await user.upload(input, aPicture())
  await act(async () => pending[1]?.resolve(await sent()))
  expect(status).toBeEmptyDOMElement()
  expect(description().value).toContain(URL_PATH)
})

test('the toolbar is one stop of Tab, before its text; arrows, Home and End go through it', async () => {
  const { user } = renderForm()
  const buttons = within(toolbars()[0] as HTMLElement).getAllByRole('button')
  expect(buttons).toHaveLength(TEXT_COMMANDS.length + 1)
  await user.click(screen.getAllByRole('textbox', { name: 'Title' })[0] as HTMLElement)
  await user.tab()
  expect(tool('Bold')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(tool('Italics')).toHaveFocus()
  await user.keyboard('{End}{ArrowRight}{ArrowLeft}')
  expect(tool('Picture')).toHaveFocus()
  await user.tab()
  expect(description()).toHaveFocus()
  await user.tab({ shift: true })
  expect(tool('Picture')).toHaveFocus()
  await user.keyboard('{Home}')
  expect(tool('Bold')).toHaveFocus()
})

test('the drawings of the toolbar have names that no other control of a form has', () => {
  renderForm()
  const names = within(toolbars()[0] as HTMLElement)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
  expect(new Set(names).size).toBe(names.length)
  for (const name of ['', 'Remove', 'Close', 'Save', 'Preview']) expect(names).not.toContain(name)
})
