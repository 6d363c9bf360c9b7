import { screen, within } from '@testing-library/react'
import { TextInput } from 'react-admin'
import { DeskForm } from '#desk/parts/DeskForm.tsx'
import { FormatInput } from '#desk/parts/FormatInputs.tsx'
import { SectionsInput } from '#desk/parts/SectionsInput.tsx'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

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
    <TextInput multiline source="description" />
    <FormatInput />
    <SectionsInput />
  </DeskForm>
)
const preview = () => screen.findByRole('region', { name: 'Preview' })
const trees = ({ body }: Sent) => ({
  trees: (body as { texts: string[] }).texts.map((text) =>
    text.startsWith('**')
      ? [{ type: 'paragraph', runs: [{ text: text.replaceAll('*', ''), strong: true }] }]
      : null,
  ),
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
    expect(await preview()).toHaveTextContent('There is no text yet.')
  }
  expect(calls).not.toContain(CALL)
})
