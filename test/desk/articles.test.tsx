import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { ContentEdit, contents } from '#desk/content/contents.tsx'
import { type Responses, recorded, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const publish_at = '2026-12-15T10:00:00.000Z'
const AUDIENCE = 'GET /contents/7/audience'
const CONTENT = 'GET /contents/7'
const article = {
  id: 7,
  kind: 'event',
  title: 'Open Table',
  short_description: 'Six games.',
  description: 'Bring dice.',
  format: 'plain',
  picture: null,
  seats: null,
  publish_at,
}

async function openArticle(
  fields: object,
  audience: object = { members: 2, silence: null },
  more: Responses = {},
) {
  const { sent, responses } = recorded(
    'POST /contents/7/publish',
    'POST /contents/7/unpublish',
    'POST /contents/7/cancel',
  )
  const view = renderInDesk(<ContentEdit />, {
    resource: 'contents',
    id: 7,
    responses: {
      [CONTENT]: { ...article, ...fields },
      [AUDIENCE]: audience,
      ...responses,
      ...more,
    },
  })
  await screen.findByRole('textbox', { name: 'Title' })
  return { ...view, sent }
}
const TITLES: Readonly<Record<string, string>> = {
  'Publish now': 'Publish “Open Table” now?',
  Unpublish: 'Unpublish “Open Table”?',
  'Cancel event': 'Cancel “Open Table”?',
  Delete: 'Delete “Open Table”?',
}
const confirm = async (user: ReturnType<typeof renderInDesk>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name }))
  const dialog = screen.getByRole('dialog', { name: TITLES[name] })
  await user.click(within(dialog).getByRole('button', { name }))
}

test.each([
  ['', 'news', ['Title and summary', 'Text', 'Picture']],
  ['?kind=news', 'news', ['Title and summary', 'Text', 'Picture']],
  [
    '?kind=event',
    'event',
    ['Title and summary', 'Text', 'Picture', 'When and where', 'Repeats', 'Registration', 'Tables'],
  ],
])(
  'the form at /contents/create%s makes a record of the kind %s',
  async (search, kind, sections) => {
    const { create: Create } = contents
    if (typeof Create !== 'function') throw new Error('There is no form.')
    const saved: unknown[] = []
    const { user } = renderInDesk(<Create />, {
      resource: 'contents',
      at: `/contents/create${search}`,
      route: '/contents/create',
      responses: {
        'POST /contents': ({ body }: Sent) => {
          saved.push(body)
          return { id: 7, ...(body as object) }
        },
      },
    })
    const type = async (label: string | RegExp, text: string) =>
      user.type(await screen.findByLabelText(label), text)
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
    const headings = await screen.findAllByRole('heading', { level: 2 })
    expect(headings.map((one) => one.textContent)).toEqual(sections)
    const [first] = screen.getAllByRole('combobox')
    expect(first).toHaveAccessibleName(/^Formatting/)
    await type(/^Title/, 'Open Table')
    await type(/^Short description/, 'Six games.')
    await type(/^Description/, 'Bring dice.')
    if (kind === 'news') {
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(saved).toMatchObject([{ kind, title: 'Open Table' }]))
      expect(saved[0]).not.toHaveProperty('starts_at')
    } else expect(screen.getByLabelText(/^Starts at/)).toBeVisible()
  },
)

const PUBLISH = ['Publish later', 'Publish now']
test.each([
  ['news', 'draft', PUBLISH, ['Delete'], ['Delete']],
  ['event', 'draft', ['Copy', ...PUBLISH], ['Delete'], ['Delete']],
  ['news', 'scheduled', ['Unpublish', ...PUBLISH], ['Delete'], ['Delete']],
  [
    'event',
    'scheduled',
    ['Copy', 'Unpublish', ...PUBLISH],
    ['Cancel event', 'Delete'],
    ['Cancel or delete'],
  ],
  ['news', 'published', ['Unpublish'], [], []],
  ['event', 'published', ['Copy', 'Unpublish'], ['Cancel event'], ['Cancel']],
  ['event', 'cancelled', ['Copy', 'Unpublish'], [], []],
  ['news', 'unpublished', PUBLISH, ['Delete for good'], ['Delete']],
])(
  '%s that are %s have the actions of their state in the bar, and dangerous ones last in the form',
  async (kind, state, names, last, end) => {
    await openArticle({ kind, state })
    const bar = within(screen.getByRole('toolbar'))
    const buttonsIn = (part: typeof bar) =>
      part
        .queryAllByRole('button')
        .map((button) => button.textContent)
        .filter((text) => text !== '')
    expect(buttonsIn(bar)).toEqual(['Save', ...names])
    expect(bar.getByRole('link', { name: 'Preview' })).toHaveAttribute('href', '/contents/7/show')
    const all = buttonsIn(screen)
    const bars = all.indexOf('Save')
    expect(all.slice(bars - last.length, bars)).toEqual(last)
    const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
    const place = kind === 'event' ? ['When and where', 'Repeats', 'Registration', 'Tables'] : []
    expect(headings).toEqual(['Title and summary', 'Text', 'Picture', ...place, ...end])
  },
)

test('unsaved changes disable what acts on the saved article, and stay until they are saved', async () => {
  const saved: unknown[] = []
  const { user, sent } = await openArticle({ state: 'draft', kind: 'news' }, undefined, {
    'PUT /contents/7': ({ body }: Sent) => {
      saved.push(body)
      return { ...article, state: 'draft', kind: 'news', title: 'Open Tables' }
    },
  })
  const publish = screen.getByRole('button', { name: 'Publish now' })
  expect(publish).toHaveAttribute('aria-disabled', 'false')
  const title = screen.getByRole('textbox', { name: 'Title' })
  await user.type(title, 's')
  expect(screen.getByText('Save before you publish or preview.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled()
  await user.click(publish)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(title).toHaveValue('Open Tables')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(saved).toMatchObject([{ title: 'Open Tables' }]))
  await waitFor(() => expect(publish).toHaveAttribute('aria-disabled', 'false'))
  expect(sent).toEqual([])
})

test('a wide window has the page beside the form, and no link to it', async () => {
  const narrow = window.matchMedia
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.assign(narrow(query), { matches: query.includes('1200') }),
    )
  const url = 'http://127.0.0.1/discordia/news/7?preview=x'
  await openArticle({ state: 'draft' }, undefined, {
    'POST /contents/7/preview-link': { url, expires_at: publish_at },
  })
  const panel = within(screen.getByRole('complementary', { name: 'Preview' }))
  expect(await panel.findByTitle('Preview as Phone: Open Table')).toHaveAttribute('src', url)
  expect(screen.queryByRole('link', { name: 'Preview' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Publish now' })).toBeVisible()
})

test('what is published now was a draft: the undo takes it off the site', async () => {
  const { user, sent } = await openArticle({ state: 'draft' })
  await confirm(user, 'Publish now')
  expect(await screen.findByText('Published.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It’s off the site again.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /contents/7/publish', {}],
    ['POST /contents/7/unpublish', {}],
  ])
})

test('what is published now was planned: the undo plans it for the same time', async () => {
  const { user, sent } = await openArticle({ state: 'scheduled' })
  await confirm(user, 'Publish now')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The earlier publication time is back.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /contents/7/publish', {}],
    ['POST /contents/7/publish', { at: publish_at }],
  ])
})

test('a time is required, and sent with its time zone; the undo leaves a draft', async () => {
  const { user, sent } = await openArticle({ state: 'draft' })
  await user.click(screen.getByRole('button', { name: 'Publish later' }))
  const dialog = screen.getByRole('dialog')
  const submit = within(dialog).getByRole('button', { name: 'Publish later' })
  await user.click(submit)
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose a time first.')
  await user.type(within(dialog).getByLabelText('Publication time'), '2027-01-02T18:30')
  await user.click(submit)
  expect(await screen.findByText('It will appear at that time.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It’s a draft again.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /contents/7/publish', { at: new Date(2027, 0, 2, 18, 30).toISOString() }],
    ['POST /contents/7/unpublish', {}],
  ])
})

test('what is taken off the site comes back with the time that it had', async () => {
  const { user, sent } = await openArticle({ state: 'published' })
  await confirm(user, 'Unpublish')
  expect(await screen.findByText('It’s no longer on the site.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It’s on the site again.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /contents/7/unpublish', {}],
    ['POST /contents/7/publish', { at: publish_at }],
  ])
})

test('a cancelled event is unpublished for good, and a withdrawn article deleted with what belongs to it', async () => {
  const cancelled_at = publish_at
  const { user, sent } = await openArticle({ state: 'cancelled', cancelled_at })
  await confirm(user, 'Unpublish')
  expect(await screen.findByText('It’s no longer on the site.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(sent).toEqual([['POST /contents/7/unpublish', {}]])
  cleanup()

  const counts = { registrations: 0, signed_up: 0, pictures: 0, messages: 0, mails: 0 }
  const withdrawn = await openArticle({ state: 'unpublished', cancelled_at }, undefined, {
    'POST /contents/count-belongings': counts,
    'DELETE /contents/7': {},
  })
  expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull()
  await withdrawn.user.click(screen.getByRole('button', { name: 'Delete for good' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete “Open Table” for good?' }))
  expect(await dialog.findByText('Nothing else is deleted.')).toBeVisible()
  await withdrawn.user.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await waitFor(() => expect(withdrawn.calls).toContain('DELETE /contents/7'))
})

test('a cancelled event cannot be taken back', async () => {
  const { user, sent } = await openArticle({ state: 'published' })
  await user.click(screen.getByRole('button', { name: 'Cancel event' }))
  await user.click(screen.getByRole('button', { name: 'Keep event' }))
  expect(sent).toEqual([])
  await confirm(user, 'Cancel event')
  expect(await screen.findByText(/^The event is cancelled/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(sent).toEqual([['POST /contents/7/cancel', {}]])
})

test.each([
  ['Publish now', 2, null, 'We’ll email 2 members.'],
  ['Publish now', 1, null, 'We’ll email 1 member.'],
  ['Publish now', 0, null, /^No member gets emails/],
  ['Publish now', 2, 'told', /^We’ve told the members about it before/],
  ['Publish now', 0, 'over', 'The event is over, so we won’t email anyone.'],
  ['Publish later', 2, null, 'As of now, we’ll email 2 members at that time.'],
  ['Publish later', 0, null, /^No member gets emails/],
  ['Publish later', 2, 'told', /^We’ve told the members about it before/],
])(
  '%s, %i members, silence %s: the dialog says who is told',
  async (name, members, silence, text) => {
    const { user, calls } = await openArticle({ state: 'draft' }, { members, silence })
    expect(calls).not.toContain(AUDIENCE)
    await user.click(screen.getByRole('button', { name }))
    expect(await within(screen.getByRole('dialog')).findByText(text)).toBeVisible()
  },
)
