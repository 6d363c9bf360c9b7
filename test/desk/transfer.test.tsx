import { screen, waitFor, within } from '@testing-library/react'
import type { Import, TransferReport } from '#contract/schemas/transfer.ts'
import { transfer } from '#desk/transfer/TransferPage.tsx'
import { type Responses, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const clean: TransferReport = {
  added: 2,
  changed: 1,
  unchanged: 5,
  problems: [],
  losses: [],
  more_losses: 0,
  recognised: null,
  fates: { new: 2, changed: 1, same: 0 },
  previews: [
    { title: 'Salt', fate: 'new', before: null, text: 'White.', tree: null },
    {
      title: 'Harbour',
      fate: 'changed',
      before: { title: 'The harbour', text: 'Old words.' },
      text: 'New words.',
      tree: null,
    },
  ],
}
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

/** @param reports of the checks, in their order; the last one stays */
function openPage(reports: readonly TransferReport[], responses: Responses = {}) {
  const checks: unknown[] = []
  const check = ({ body }: Sent) => {
    checks.push(body)
    return reports[Math.min(checks.length, reports.length) - 1]
  }
  const List = transfer.list
  const view = renderInDesk(<List />, {
    resource: 'transfer',
    upload: async (_purpose, file, onShare) => {
      onShare(1)
      return { id: 'a'.repeat(32), name: file.name, media_type: 'x', size: 1, url: null }
    },
    responses: {
      'POST /transfer/rules/check': check,
      'POST /transfer/glossary/check': check,
      'POST /transfer/contents/check': check,
      'POST /transfer/rules': clean,
      'GET /imports': [],
      'GET /rule-categories': [{ id: 1, name: 'Combat', position: 0 }],
      'GET /glossary-types': [],
      ...responses,
    },
  })
  const choose = (name = 'rules.json') =>
    view.user.upload(screen.getByLabelText(/^File/), new File(['{}'], name))
  return { ...view, checks, choose }
}
const importButton = () => screen.queryByRole('button', { name: 'Import now' })
const upload = 'a'.repeat(32)

test('a file is checked when it is chosen, then imported after a question, once', async () => {
  const { user, calls, choose } = openPage([clean])
  expect(importButton()).not.toBeInTheDocument()
  await choose()
  expect(await screen.findByText('This is what an import would do:')).toBeVisible()
  expect(screen.getByText(/2 new, 1 changed, 5 unchanged\./)).toBeVisible()
  await user.click(importButton() ?? document.body)
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('2 new and 1 changed records go live right away.')
  await user.click(within(dialog).getByRole('button', { name: 'Import now' }))
  expect(await screen.findByText('The import is done:')).toBeVisible()
  expect(importButton()).not.toBeInTheDocument()
  expect(calls.filter((call) => call === 'POST /transfer/rules')).toHaveLength(1)
})

test('a file with a problem cannot be imported; another one is checked anew', async () => {
  const { choose } = openPage([{ ...clean, problems: [wrong] }, clean])
  await choose()
  expect(await screen.findByText(/^One problem\. Fix it/)).toBeVisible()
  expect(screen.getByRole('row', { name: 'entries[3].title Too long.' })).toBeVisible()
  expect(importButton()).not.toBeInTheDocument()
  await choose()
  await waitFor(() => expect(importButton()).toBeVisible())
})

test('a refusal is shown', async () => {
  const { choose } = openPage([], { 'POST /transfer/rules/check': refused(413, 'Too large.') })
  await choose()
  expect(await screen.findByText('Too large.')).toBeVisible()
  expect(importButton()).not.toBeInTheDocument()
  expectComplaint(/HttpError/)
})

test('the area chooses what is exported and where a file goes; it forgets the file of the other', async () => {
  const { user, calls, choose } = openPage([clean])
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
  const { user, checks, choose } = openPage([{ ...clean, recognised }])
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
  const { user, calls, checks, choose } = openPage([{ ...clean, recognised }])
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

test('entries are shown as they will be, and as they are, ten at a time', async () => {
  const many = { ...clean, fates: { new: 12, changed: 1, same: 0 } }
  const { user, checks, choose } = openPage([many])
  await choose()
  await user.click(await screen.findByText('Harbour'))
  expect(screen.getByText('The harbour')).toBeVisible()
  expect(screen.getByText('Old words.')).toBeVisible()
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
  const { user, choose } = openPage([{ ...clean, losses, more_losses: 2 }])
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

test('an import of the last day is undone after a question, and what stays is said', async () => {
  const { user } = openPage([clean], {
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
