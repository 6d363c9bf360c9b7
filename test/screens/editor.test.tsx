import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import {
  dialog,
  fill,
  gone,
  openForm,
  type Page,
  png,
  preview,
  type Responses,
  section,
  send,
} from './openEntryForm.tsx'

/* The field of a text with light formatting, in the form of a glossary entry. */

const URL_OF_PICTURE = `/api/files/${'a'.repeat(32)}-960x640.png`
const addTextPicture = reply(201, { url: URL_OF_PICTURE, width: 960, height: 640 })

const text = () => section(1).getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
const toolbar = () => within(section(1).getByRole('toolbar', { name: 'Formatting' }))
const tool = (name: string) => toolbar().getByRole('button', { name })
const names = () =>
  toolbar()
    .getAllByRole('button')
    .map(({ title }) => title)

async function openEditor(responses: Responses = {}) {
  const page = await openForm({ addTextPicture, ...responses })
  await page.user.click(dialog().getByRole('checkbox', { name: 'Light formatting' }))
  return page
}

/** Types a text, and selects the part in these brackets: `a ‹b›`. */
async function typed({ user }: Page, marked: string) {
  await user.click(text())
  await user.paste(marked.replace(/[‹›]/g, ''))
  text().setSelectionRange(marked.indexOf('‹'), marked.indexOf('›') - 1)
  fireEvent.select(text())
}
const paste = (data: Record<string, string>, files: File[] = []) =>
  fireEvent.paste(text(), { clipboardData: { getData: (type: string) => data[type] ?? '', files } })

beforeEach(() => announceInHead('formatting'))
afterEach(withdrawHead)

describe('the toolbar', () => {
  it('is there once the entry has light formatting, and not before', async () => {
    const { user } = await openForm()
    expect(dialog().queryByRole('toolbar')).not.toBeInTheDocument()
    const choice = dialog().getByRole('checkbox', { name: 'Light formatting' })
    await user.click(choice)
    expect(names()).toEqual([
      'Bold',
      'Italics',
      'Heading',
      'List',
      'Numbered list',
      'Quote',
      'Box',
      'Link',
      'Table',
      'Add row below',
      'Add column after',
    ])
    await user.click(choice)
    expect(dialog().queryByRole('toolbar')).not.toBeInTheDocument()
  })

  it('has no button with the name of another one in the form', async () => {
    announceInHead('text_pictures')
    await openEditor()
    const others = dialog()
      .getAllByRole('button')
      .filter((button) => !button.closest('[role=toolbar]'))
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    expect(names().filter((name) => others.includes(name))).toEqual([])
    expect(names().filter((name) => /remove|close/i.test(name))).toEqual([])
  })

  it('is one stop of Tab before its text, and the arrows go through it', async () => {
    const { user } = await openEditor()
    tool('Bold').focus()
    await user.keyboard('{ArrowRight}')
    expect(tool('Italics')).toHaveFocus()
    await user.keyboard('{End}')
    expect(tool('Add column after')).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(tool('Bold')).toHaveFocus()
    await user.keyboard('{ArrowLeft}{Home}{ArrowRight}{Tab}')
    expect(text()).toHaveFocus()
    await user.tab({ shift: true })
    expect(tool('Italics')).toHaveFocus()
  })

  it('changes the text, which the form sends', async () => {
    const page = await openEditor()
    await fill(page)
    text().setSelectionRange(0, 'Nocturnal'.length)
    await page.user.click(tool('Bold'))
    expect(text()).toHaveValue('**Nocturnal**.')
    expect(text()).toHaveFocus()
    await send(page)
    await gone()
    const [call] = page.api.calls('createGlossarySubEntries')
    expect(JSON.stringify(call?.body)).toContain('**Nocturnal**.')
  })

  it('has rows and columns only in a table', async () => {
    const page = await openEditor()
    await typed(page, 'Prices‹›')
    expect(tool('Add row below')).toHaveAttribute('aria-disabled', 'true')
    await page.user.click(tool('Add row below'))
    expect(text()).toHaveValue('Prices')
    await page.user.click(tool('Table'))
    expect(tool('Add row below')).not.toHaveAttribute('aria-disabled')
    await page.user.click(tool('Add column after'))
    expect(text().value).toContain('| Column 1 |  | Column 2 |\n| --- | --- | --- |')
  })

  it('leaves a text as it is that would be too long, and says so', async () => {
    const page = await openEditor()
    await typed(page, 'a‹›')
    text().maxLength = 3
    await page.user.click(tool('Bold'))
    expect(text()).toHaveValue('a')
    expect(text()).toHaveAccessibleDescription(/^That doesn’t fit in this text\./)
    await page.user.click(tool('List'))
    expect(text()).toHaveValue('- a')
    expect(text()).not.toHaveAccessibleDescription()
  })
})

it('has keys for bold text and italics, and leaves other ones alone', async () => {
  const page = await openEditor()
  await typed(page, 'a ‹b›')
  await page.user.keyboard('{Control>}b{/Control}')
  expect(text()).toHaveValue('a **b**')
  await page.user.keyboard('{Meta>}i{/Meta}')
  expect(text()).toHaveValue('a ***b***')
  expect(tool('Bold')).toHaveAttribute('aria-keyshortcuts', 'Control+B')
  expect(fireEvent.keyDown(text(), { key: 'z', ctrlKey: true })).toBe(true)
})

it('makes a table of a part of a spreadsheet, and leaves plain text to the browser', async () => {
  const page = await openEditor()
  await typed(page, 'Prices‹›')
  expect(paste({ 'text/plain': 'Name\tPrice\nRope\t5' })).toBe(false)
  await waitFor(() =>
    expect(text()).toHaveValue('Prices\n\n| Name | Price |\n| --- | --: |\n| Rope | 5 |\n'),
  )
  expect(paste({ 'text/plain': 'words' })).toBe(true)
})

it('is a plain field on a server without light formatting', async () => {
  withdrawHead()
  const page = await openForm()
  await typed(page, 'a‹›')
  expect(dialog().queryByRole('toolbar')).not.toBeInTheDocument()
  expect(fireEvent.keyDown(text(), { key: 'b', ctrlKey: true })).toBe(true)
  expect(paste({ 'text/plain': 'Name\tPrice\nRope\t5' })).toBe(true)
  paste({}, [png])
  expect(text()).toHaveValue('a')
})

describe('a picture', () => {
  beforeEach(() => announceInHead('text_pictures'))
  const choose = ({ user }: Page, file: File) => {
    const input = screen
      .getByRole('dialog')
      .querySelector<HTMLInputElement>('[role=toolbar] input[type=file]')
    if (!input) throw new Error('The toolbar takes no file.')
    fireEvent.change(input, { target: { files: [file] } })
    return user
  }
  const WRITTEN = `Moths\n\n![Describe the picture](${URL_OF_PICTURE})\n`

  it('is written into the text, with its description selected', async () => {
    const page = await openEditor()
    await typed(page, 'Moths‹›')
    choose(page, png)
    await waitFor(() => expect(text()).toHaveValue(WRITTEN))
    expect(page.api.calls('addTextPicture')).toHaveLength(1)
    await page.user.keyboard('A moth')
    expect(text().value).toContain('![A moth](/api/files/')
    expect(text()).not.toHaveAccessibleDescription()
  })

  it.each([
    ['pasted', () => paste({}, [png])],
    [
      'dropped',
      () =>
        fireEvent.drop(text(), {
          dataTransfer: { getData: () => '', files: [png], types: ['Files'] },
        }),
    ],
  ])('can be %s, and is not the image of the entry then', async (_how, bring) => {
    const page = await openEditor()
    await typed(page, 'Moths‹›')
    expect(bring()).toBe(false)
    await waitFor(() => expect(text()).toHaveValue(WRITTEN))
    expect(preview()).not.toBeInTheDocument()
  })

  it('is what is taken of dropped files: another one does not open in place of the form', async () => {
    const page = await openEditor()
    await typed(page, 'Moths‹›')
    const file = new File(['%PDF'], 'a.pdf', { type: 'application/pdf' })
    const dataTransfer = { getData: () => '', files: [file], types: ['Files'] }
    expect(fireEvent.dragOver(text(), { dataTransfer })).toBe(false)
    expect(fireEvent.drop(text(), { dataTransfer })).toBe(false)
    expect(text()).toHaveValue('Moths')
  })

  it('needs the announcement', async () => {
    withdrawHead()
    announceInHead('formatting')
    const page = await openEditor()
    await typed(page, 'Moths‹›')
    expect(names()).not.toContain('Picture')
    paste({}, [png])
    expect(preview()).toBeInTheDocument()
    expect(page.api.calls('addTextPicture')).toEqual([])
    expect(text()).toHaveValue('Moths')
  })

  it.each<[string, File, unknown, RegExp]>([
    [
      'of another type',
      new File(['x'], 'a.gif', { type: 'image/gif' }),
      null,
      /^Invalid file type/,
    ],
    ['of a wrong content', png, refusal(400, 'invalid_image'), /^Invalid file type/],
    [
      'beyond the number of them',
      png,
      refusal(400, 'too_many_pictures'),
      /^You’ve reached the limit of/,
    ],
    ['too soon after others', png, refusal(429, 'throttled'), /^We couldn’t upload this picture/],
    ['while the server fails', png, refusal(500), /^We couldn’t upload this picture/],
  ])('%s is refused in words, and nothing typed is lost', async (_what, file, response, words) => {
    const page = await openEditor(response === null ? {} : { addTextPicture: response })
    await typed(page, 'Moths‹›')
    choose(page, file)
    await waitFor(() => expect(text()).toHaveAccessibleDescription(words))
    expect(text()).toHaveValue('Moths')
  })

  it('that is too large is refused before it is sent', async () => {
    const page = await openEditor()
    const large = new File(['x'], 'a.png', { type: 'image/png' })
    Object.defineProperty(large, 'size', { value: 15 * 1024 * 1024 + 1 })
    choose(page, large)
    await waitFor(() => expect(text()).toHaveAccessibleDescription(/larger than 15 MB/))
    expect(page.api.calls('addTextPicture')).toEqual([])
  })
})
