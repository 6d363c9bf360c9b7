import { act, screen, waitFor, within } from '@testing-library/react'
import { type Import, LINES_TYPE } from '#contract/transfer.ts'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { clean, importButton, openTransfer, upload } from '#test/helpers/desk/openTransfer.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const wrong = { place: 'entries[3].title', problem: 'Too long.' }
const done: Import = {
  id: 7,
  area: 'rules',
  name: 'world.zip',
  by: { id: 1, username: 'Sue' },
  created_at: '2026-06-01T10:00:00.000Z',
  added: 2,
  changed: 1,
  undone_at: null,
  undo_until: '2026-06-02T10:00:00.000Z',
}

test('a file is checked when it is chosen, then imported after a question, once', async () => {
  const { user, calls, choose } = openTransfer([clean])
  expect(importButton()).not.toBeInTheDocument()
  await choose()
  expect(await screen.findByText('This is what an import would do:')).toBeVisible()
  expect(screen.getByText(/2 new, 1 changed, 5 unchanged\./)).toBeVisible()
  await user.click(importButton() ?? document.body)
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('2 new and 1 changed records go live right away.')
  await user.click(within(dialog).getByRole('button', { name: 'Import now' }))
  const done = await screen.findByText('The import is done:')
  expect(done.closest('[aria-live]')).toHaveFocus()
  expect(importButton()).not.toBeInTheDocument()
  expect(calls.filter((call) => call === 'POST /transfer/rules')).toHaveLength(1)
})

test('a file with a problem cannot be imported; another one is checked anew', async () => {
  const { choose } = openTransfer([{ ...clean, problems: [wrong] }, clean])
  await choose()
  expect(await screen.findByText(/^One problem\. Fix it/)).toBeVisible()
  expect(screen.getByRole('row', { name: 'entries[3].title Too long.' })).toBeVisible()
  expect(importButton()).not.toBeInTheDocument()
  await choose()
  await waitFor(() => expect(importButton()).toBeVisible())
})

test('a refusal is shown', async () => {
  const { choose } = openTransfer([], { 'POST /transfer/rules/check': refused(413, 'Too large.') })
  await choose()
  expect(await screen.findByText('Too large.')).toBeVisible()
  expect(importButton()).not.toBeInTheDocument()
  expectComplaint(/HttpError/)
})

test('the area chooses what is exported and where a file goes; it forgets the file of the other', async () => {
  const { user, calls, choose } = openTransfer([clean])
  const link = () => screen.getByRole('link', { name: /^Download: / })
  expect(link()).toHaveAttribute('href', '/desk/api/transfer/rules?form=json')
  await choose()
  await waitFor(() => expect(importButton()).toBeVisible())
  await user.click(screen.getByRole('button', { name: 'Glossary' }))
  expect(link()).toHaveAttribute('download', 'discordia-glossary.json')
  expect(importButton()).not.toBeInTheDocument()
  await choose()
  await waitFor(() => expect(calls).toContain('POST /transfer/glossary/check'))
})

test('kinds and columns of a foreign file are decided, and the file is checked again with them', async () => {
  const recognised = {
    format: 'table' as const,
    kinds: [{ name: 'Town', count: 3, target: 'Town' }],
    columns: [{ name: 'Size', field: 'section' as const }],
  }
  const { user, checks, choose } = openTransfer([{ ...clean, recognised }])
  await choose('towns.csv')
  await user.selectOptions(await screen.findByLabelText('Where “Town” goes'), 'Combat')
  await user.selectOptions(screen.getByLabelText('What “Size” becomes'), 'Leave out')
  await waitFor(() => expect(checks).toHaveLength(3))
  expect(checks.at(-1)).toEqual({
    upload,
    mapping: { kinds: { Town: 'Combat' }, columns: { Size: null } },
    preview: { from: 0, fate: null },
  })
  expect(screen.getByRole('option', { name: 'Town (new)' })).toBeInTheDocument()
})

test('news and events have fixed kinds and columns of their own', async () => {
  const recognised = {
    format: 'table' as const,
    kinds: [{ name: 'Blog', count: 3, target: 'news' }],
    columns: [{ name: 'Beginn', field: 'starts' as const }],
  }
  const { user, calls, checks, choose } = openTransfer([{ ...clean, recognised }])
  await user.click(screen.getByRole('button', { name: 'News and events' }))
  await choose('events.csv')
  const kind = await screen.findByLabelText('Where “Blog” goes')
  expect(kind).toHaveDisplayValue('News')
  const optionsOf = (select: HTMLElement) =>
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  expect(optionsOf(kind)).toEqual(['News', 'Event, if it has a start', 'Leave out'])
  const column = screen.getByLabelText('What “Beginn” becomes')
  expect(column).toHaveDisplayValue('Start')
  expect(optionsOf(column)).toContain('Location')
  expect(optionsOf(column)).not.toContain('Other names')
  await user.selectOptions(kind, 'Event, if it has a start')
  await waitFor(() =>
    expect(checks.at(-1)).toMatchObject({ mapping: { kinds: { Blog: 'event' } } }),
  )
  expect(calls).not.toContain('GET /glossary-types')
  await user.click(importButton() ?? document.body)
  expect(screen.getByRole('dialog')).toHaveTextContent('Drafts stay drafts')
})

test('entries are shown as they will be, with what changes field by field, ten at a time', async () => {
  const many = { ...clean, fates: { new: 12, changed: 1, same: 0 } }
  const { user, checks, choose } = openTransfer([many])
  await choose()
  await user.click(await screen.findByText('Harbour', { selector: 'strong' }))
  const changes = within(screen.getByRole('table', { name: 'What changes' }))
  for (const name of [
    'Title The harbour Harbour',
    'Section “Trade” nothing Salt.',
    'Picture changes',
  ])
    expect(changes.getByRole('row', { name })).toBeVisible()
  expect(screen.getByText('New words.')).toBeVisible()
  expect(screen.getByText('1 to 10 of 13')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next ten' }))
  await waitFor(() => expect(checks.at(-1)).toMatchObject({ preview: { from: 10, fate: null } }))
  await user.selectOptions(screen.getByLabelText('Show'), 'Changed (1)')
  await waitFor(() =>
    expect(checks.at(-1)).toMatchObject({ preview: { from: 0, fate: 'changed' } }),
  )
})

test('what does not arrive is listed, and can be downloaded', async () => {
  const losses = [{ place: 'harbour.md', problem: 'The picture isn’t in the file.' }]
  const { user, choose } = openTransfer([{ ...clean, losses, more_losses: 2 }])
  await choose('world.zip')
  await user.click(await screen.findByText('3 things don’t arrive as they were'))
  expect(
    screen.getByRole('row', { name: 'harbour.md The picture isn’t in the file.' }),
  ).toBeVisible()
  expect(screen.getByText('And 2 more.')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Download the report' })
  expect(link).toHaveAttribute('download', 'world.zip-report.txt')
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(
    'harbour.md\tThe picture isn’t in the file.',
  )
})

test('many losses of one kind hide no other one, and the file has all of them', async () => {
  const placed = (place: string, problem: string) => ({ place, problem })
  const lost = placed('row 7', 'The row has no title and is left out.')
  const same = Array.from({ length: 639 }, (_, at) => placed(`row ${at}`, 'Struck.'))
  const check = lines()
  const { user, choose } = openTransfer([], { 'POST /transfer/rules/check': () => check.response })
  const files: Blob[] = []
  URL.createObjectURL = (file) => {
    files.push(file as Blob)
    return 'blob:report'
  }
  URL.revokeObjectURL = () => undefined
  await choose('world.zip')
  const report = {
    ...clean,
    losses: same.slice(0, 500),
    more_losses: 145,
    kinds_of_losses: [
      { count: 1, examples: [lost] },
      { count: 639, examples: same.slice(0, 3) },
    ],
  }
  for (const losses of [[lost, ...same.slice(0, 300)], same.slice(300)])
    await check.write(`${JSON.stringify({ losses })}\n`)
  await check.write(`${JSON.stringify({ report })}\n`)
  await check.end()
  await user.click(await screen.findByText('645 things don’t arrive as they were'))
  const rows = within(screen.getByRole('table', { name: /leave these out/ })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'How oftenPlaceProblem',
    '1row 7The row has no title and is left out.',
    '639row 0Struck.',
    'row 1Struck.',
    'row 2Struck.',
  ])
  const link = screen.getByRole('link', { name: 'Download the report' })
  await waitFor(() => expect(link).toHaveAttribute('href', 'blob:report'))
  const file = await new Response(files[0]).text()
  expect(file.split('\n').slice(0, 2)).toEqual([`row 7\t${lost.problem}`, 'row 0\tStruck.'])
  expect(file.trimEnd().split('\n').slice(-1)).toEqual(['5 more don’t fit in this file.'])
  expect(file.match(/Struck/g)).toHaveLength(639)
})

test('an import of the last day is undone after a question, and what stays is said', async () => {
  const { user } = openTransfer([clean], {
    'GET /imports': [done],
    'POST /imports/7/undo': { undone: 2, kept: [{ name: 'Salt', reason: 'edited' }] },
  })
  await user.click(await screen.findByRole('button', { name: 'Undo import' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('Undo the import of “world.zip”?')
  await user.click(within(dialog).getByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('2 records are as before.')).toBeVisible()
  expect(screen.getByText('One record stays:')).toBeVisible()
  expect(screen.getByText('edited since')).toBeVisible()
})

/** A response whose lines come when the test wants. */
function lines() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  return {
    response: new Response(readable, { headers: { 'Content-Type': LINES_TYPE } }),
    write: (text: string) => act(() => writer.write(encoder.encode(text))),
    end: () => act(() => writer.close()),
  }
}

test('the work on a file shows how far it is, and that one may leave an import', async () => {
  const check = lines()
  const run = lines()
  const accepted: unknown[] = []
  const { user, choose } = openTransfer([], {
    'POST /transfer/rules/check': ({ headers }: Sent) => {
      accepted.push(headers.get('Accept'))
      return check.response
    },
    'POST /transfer/rules': () => run.response,
  })
  await choose()
  expect(await screen.findByRole('progressbar', { name: 'Working on the file' })).toBeVisible()
  expect(accepted).toEqual([`${LINES_TYPE}, application/json`])
  // Lines may come in pieces.
  await check.write('{"step":"read","done":3,')
  await check.write('"total":12}\n')
  const bar = await screen.findByRole('progressbar', { name: 'Reading the entries' })
  expect(bar).toHaveValue(25)
  await check.write('{"step":"write","done":6,"total":12}\n')
  expect(await screen.findByRole('progressbar', { name: 'Trying out the entries' })).toHaveValue(50)
  expect(screen.queryByText(/^You can leave this page/)).not.toBeInTheDocument()
  await check.write(`${JSON.stringify({ report: clean })}\n`)
  await check.end()
  await user.click(await screen.findByRole('button', { name: 'Import now' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Import now' }))
  await run.write('{"step":"write","done":9,"total":12}\n')
  expect(await screen.findByRole('progressbar', { name: 'Writing the entries' })).toHaveValue(75)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByText(/^You can leave this page/)).toBeVisible()
  await run.write(`${JSON.stringify({ report: clean })}\n`)
  await run.end()
  expect(await screen.findByText('The import is done:')).toBeVisible()
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
})

test.each([
  ['refused', '{"status":400,"refusal":{"detail":"Row 3 is bad."}}\n', 'Row 3 is bad.'],
  ['cut off', '', /^We lost the connection\. If the import has begun, it goes on/],
])(
  'an import that is %s after its first step says so, and can be tried again',
  async (_how, last, sentence) => {
    const run = lines()
    const { user, choose } = openTransfer([clean], { 'POST /transfer/rules': () => run.response })
    await choose()
    await user.click(await screen.findByRole('button', { name: 'Import now' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Import now' }))
    await run.write(`{"step":"write","done":9,"total":12}\n${last}`)
    await run.end()
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(importButton()).toBeEnabled()
    expectComplaint(/HttpError/)
  },
)

test('there is a sample of each format, those of our own by area, and what becomes of what', async () => {
  const { user } = openTransfer([clean])
  const samples = () =>
    [...(screen.getByText('Samples to try:').parentElement?.querySelectorAll('a') ?? [])].map(
      (link) => [link.textContent, link.getAttribute('href'), link.download],
    )
  expect(samples()).toHaveLength(7)
  expect(samples()).toContainEqual(['Markdown', '/samples/markdown.zip', 'sample-markdown.zip'])
  expect(samples().at(-1)).toEqual(['Our JSON', '/samples/rules.json', 'sample-rules.json'])
  await user.click(screen.getByRole('button', { name: 'Glossary' }))
  expect(samples().at(-1)).toEqual(['Our JSON', '/samples/glossary.json', 'sample-glossary.json'])
  await user.click(screen.getByText('How each kind of file is read'))
  const table = screen.getByRole('table', { name: 'Word' })
  expect(within(table).getByRole('row', { name: 'Further headings Sections' })).toBeVisible()
})
