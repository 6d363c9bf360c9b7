import { act, render, screen, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { HttpError } from 'react-admin'
import type { Upload } from '#contract/uploads.ts'
import { followTranslators } from '#desk/frame/translatedTexts.ts'
import { DeskForm } from '#desk/parts/DeskForm.tsx'
import { FormattedInput } from '#desk/parts/FormattedInput.tsx'
import { SectionsInput } from '#desk/parts/SectionsInput.tsx'
import { LightPreview, TextRow } from '#desk/parts/TextRow.tsx'
import { UploadInput } from '#desk/parts/UploadInput.tsx'
import type { OnShare } from '#desk/session/requests.ts'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'
import { translatePage } from '#test/helpers/screens/translatePage.ts'

const CALL = 'POST /texts/preview'
const record = {
  id: 7,
  description: '**Salt**',
  format: 'light',
  sub_entries: [
    { id: 1, title: 'Cranes', content: 'Two *old* ones', level: 0 },
    { id: 2, title: 'Nothing', content: '', level: 0 },
  ],
}
const form = (
  <DeskForm mayRemove={false}>
    <TextRow />
    <FormattedInput source="description" />
    <SectionsInput />
    <LightPreview />
  </DeskForm>
)
const preview = () => screen.findByRole('group', { name: 'Preview' })
const trees = ({ body }: Sent) => ({
  trees: (body as { texts: string[] }).texts.map((text) =>
    text.startsWith('**')
      ? [{ type: 'paragraph', runs: [{ text: text.replaceAll('*', ''), strong: true }] }]
      : null,
  ),
})

test('the signs of light formatting are explained where they work', async () => {
  const { user } = renderInDesk(form, { resource: 'glossary-entries', record })
  const format = screen.getByRole('combobox', { name: /^Formatting/ })
  expect(screen.getByText(/^Use the buttons above each text/)).toBeVisible()
  await user.click(format)
  await user.click(screen.getByRole('option', { name: 'As typed' }))
  expect(screen.queryByText(/^Use the buttons above each text/)).toBeNull()
})

test('texts with light formatting are previewed once the preview is opened, and followed', async () => {
  const sent: unknown[] = []
  const responses = {
    [CALL]: (request: Sent) => {
      sent.push(request.body)
      return trees(request)
    },
  }
  const { user } = renderInDesk(form, { resource: 'glossary-entries', record, responses })
  expect(sent).toEqual([])
  await user.click(screen.getByText('Preview'))
  expect((await within(await preview()).findByText('Salt')).tagName).toBe('STRONG')
  expect(await preview()).toHaveTextContent('DescriptionSaltCranesTwo *old* ones')
  expect(sent).toEqual([{ texts: ['**Salt**', 'Two *old* ones'] }])
  const description = screen.getByRole('textbox', { name: 'Description' })
  await user.clear(description)
  await user.type(description, '**Sand**')
  expect((await within(await preview()).findByText('Sand')).tagName).toBe('STRONG')
  expect(sent).toHaveLength(2)
})

test('a failure is told, nothing typed is lost, and it can be tried again', async () => {
  let isDown = true
  const responses = {
    [CALL]: (request: Sent) => (isDown ? refused(500, 'This failed.') : trees(request)),
  }
  const { user } = renderInDesk(form, { resource: 'glossary-entries', record, responses })
  await user.click(screen.getByText('Preview'))
  expect(await within(await preview()).findByRole('alert')).toHaveTextContent('This failed.')
  expectComplaint(/HttpError/)
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await within(await preview()).findByText('Salt')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('**Salt**')
})

test('a link says where it leads, and is none of the desk', async () => {
  const runs = [{ text: 'words', href: '/discordia/world' }]
  const tree = [
    { type: 'heading', runs: ['Old'] },
    { type: 'list', start: 3, items: [[{ type: 'quote', blocks: [{ type: 'paragraph', runs }] }]] },
  ]
  const responses = { [CALL]: { trees: [tree, null] } }
  const { user } = renderInDesk(form, { resource: 'glossary-entries', record, responses })
  await user.click(screen.getByText('Preview'))
  const shown = within(await preview())
  expect((await shown.findByText('Old')).closest('strong')).not.toBeNull()
  expect(shown.getByRole('list')).toHaveAttribute('start', '3')
  expect(shown.getByRole('listitem')).toHaveTextContent('words (/discordia/world)')
  expect(shown.queryByRole('link')).toBeNull()
})

test.each([
  ['plain texts', { ...record, format: 'plain' }, false],
  ['empty ones', { id: 7, format: 'light' }, true],
])('there is nothing to ask of %s', async (_what, empty, isOffered) => {
  const { user, calls } = renderInDesk(form, { resource: 'glossary-entries', record: empty })
  expect(screen.queryAllByText('Preview')).toHaveLength(isOffered ? 1 : 0)
  if (isOffered) {
    await user.click(screen.getByText('Preview'))
    expect(await preview()).toHaveTextContent('No text yet.')
  }
  expect(calls).not.toContain(CALL)
})

type Pending = { file: File; onShare: OnShare } & PromiseWithResolvers<Upload>

const aFile = (name: string) => new File(['x'], name, { type: 'image/png' })
const anUpload = (id: string): Upload =>
  ({ id, url: `/files/${id}.webp`, media_type: 'image/webp', size: 1 }) as never

function renderInput(picture: { url: string } | null = null, isNew = false) {
  const uploads: Pending[] = []
  const onSubmit = jest.fn()
  const view = renderInDesk(
    <DeskForm mayRemove={false} onSubmit={onSubmit}>
      <UploadInput
        current="picture"
        isRequired
        label="Picture"
        mayRemove
        purpose="picture"
        source="picture_upload"
      />
    </DeskForm>,
    {
      record: isNew ? undefined : { id: 7, name: 'Wicks', picture },
      upload: (_purpose, file, onShare) => {
        const pending = { file, onShare, ...Promise.withResolvers<Upload>() }
        uploads.push(pending)
        return pending.promise
      },
    },
  )
  const choose = async (name: string) => {
    await view.user.upload(screen.getByLabelText(/^Picture/), aFile(name))
    const upload = uploads.at(-1)
    if (!upload) throw new Error('Nothing is being uploaded.')
    return upload
  }
  const save = () => view.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...view, onSubmit, choose, save }
}
const picture = () => document.querySelector('img')?.getAttribute('src')

test('a chosen file is uploaded with its progress, and used when the form is saved', async () => {
  const { choose, save, onSubmit } = renderInput()
  expect(screen.getByLabelText('Picture Choose a file')).toHaveAttribute(
    'accept',
    'image/jpeg,image/png',
  )
  const upload = await choose('night.png')
  act(() => upload.onShare(0.5))
  expect(screen.getByRole('progressbar', { name: 'Sending night.png' })).toHaveValue(50)
  await act(async () => upload.resolve(anUpload('abc')))
  expect(await screen.findByText('night.png is uploaded. Save to use it.')).toBeVisible()
  expect(picture()).toBe('/files/abc.webp')
  await save()
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ picture_upload: 'abc' })
})

test('a form is not saved while its file is being uploaded', async () => {
  const { choose, save, onSubmit } = renderInput()
  await choose('night.png')
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('Wait until the upload is done.')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a refused file leaves the present one in use', async () => {
  const { choose } = renderInput({ url: '/files/old.webp' })
  const upload = await choose('huge.png')
  await act(async () => upload.reject(new HttpError('At most 15 MB.', 413)))
  expect(await screen.findByRole('alert')).toHaveTextContent('At most 15 MB.')
  expect(picture()).toBe('/files/old.webp')
  expectComplaint(/HttpError/)
})

test('a later choice replaces a file that is still being uploaded', async () => {
  const { choose, save, onSubmit } = renderInput()
  const first = await choose('first.png')
  const second = await choose('second.png')
  act(() => second.onShare(0.25))
  act(() => first.onShare(0.75))
  expect(screen.getByRole('progressbar', { name: 'Sending second.png' })).toHaveValue(25)
  await act(async () => second.resolve(anUpload('two')))
  await act(async () => first.resolve(anUpload('one')))
  await screen.findByText(/^second\.png is uploaded/)
  await save()
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ picture_upload: 'two' })
})

test('the present file is taken away when the form is saved, unless the choice is taken back', async () => {
  const { user } = renderInput({ url: '/files/old.webp' })
  await user.click(screen.getByRole('button', { name: 'Remove file' }))
  expect(screen.getByText('The file will be removed when you save.')).toBeVisible()
  expect(picture()).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Keep the current file' }))
  expect(picture()).toBe('/files/old.webp')
})

test('only a new record needs a file', async () => {
  const { choose, save, onSubmit } = renderInput(null, true)
  const upload = await choose('night.png')
  await act(async () => upload.resolve(anUpload('abc')))
  const remove = await screen.findByRole('button', { name: 'Remove file' })
  act(() => remove.click())
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('This field is required.')
  expect(onSubmit).not.toHaveBeenCalled()
})

const box = (...children: ReactNode[]) => createElement('p', null, ...children)
const mark = <i>!</i>

describe('A text of a library that a browser has translated', () => {
  beforeAll(() => followTranslators(document))

  test.each<[what: string, before: ReactNode[], after: ReactNode[], shown: string[]]>([
    ['is removed', ['Save', mark], [null, mark], ['Save!', '!']],
    ['makes room for an element', ['Save', ' it'], [mark, ' it'], ['Save it', '! it']],
    ['changes', ['Rows: ', 1], ['Rows: ', 2], ['Rows: 1', 'Rows: 2']],
    ['follows something new', [null, 'Save'], [mark, 'Save'], ['Save', '!Save']],
  ])('%s, and back', (_, before, after, shown) => {
    const { rerender } = render(box(...before))
    for (const [children, text] of [
      [after, shown[1]],
      [before, shown[0]],
    ] as const) {
      act(translatePage)
      rerender(box(...children))
      expect(screen.getByRole('paragraph').textContent).toBe(text)
    }
  })
})
