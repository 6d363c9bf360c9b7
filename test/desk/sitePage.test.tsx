import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { KitPicture, SiteKit, SiteState, SiteText } from '#contract/siteKit.ts'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { empty, LOGIN, openTab, texts, usual } from '#test/helpers/desk/openSite.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const saved = (id: number, value: SiteKit, made_by: string | null = 'Vera') =>
  ({ id, value, source: 'desk', made_at: `2026-11-0${id}T10:00:00.000Z`, made_by }) as const

const field = (name: string) => screen.getByRole('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const status = (words: string) => waitFor(() => expect(screen.getByText(words)).toBeVisible())

test('what is typed becomes the draft, with the problems of the server beside the fields, and is discarded on demand', async () => {
  const problem = 'Keep {{site}}.'
  const { user, drafts } = await openTab('texts', {
    problems: [{ place: `texts.${LOGIN}`, problem }],
  })
  expect(screen.getByText('No unsaved changes.')).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Texts in' })).toBeNull()
  expect(button('Save')).toHaveAttribute('aria-disabled', 'true')
  await user.type(field('“Login”'), '!')
  await status('Draft saved.')
  expect(drafts).toEqual([
    { base_id: 0, draft_at: null, value: { texts: { [LOGIN]: { text: 'Login!', was: 'Login' } } } },
  ])
  expect(field('“Login”')).toHaveAccessibleDescription(expect.stringContaining(problem))
  expect(field('“Login”')).toBeInvalid()
  expect(button('Save')).toHaveAttribute('aria-disabled', 'true')
  // The problem is listed on every tab, with a link to its field.
  await user.click(screen.getByRole('link', { name: 'Legal' }))
  await user.click(screen.getByRole('link', { name: '“Login”' }))
  await waitFor(() => expect(field('“Login”')).toHaveFocus())

  await user.click(button('Discard draft'))
  const dialog = screen.getByRole('dialog', { name: 'Discard your draft?' })
  await user.click(within(dialog).getByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(field('“Login”')).toHaveValue('Login'))
  expect(screen.getByText('No unsaved changes.')).toBeVisible()
})

test('half of a colour is kept, but no draft; the default ones come back by a click', async () => {
  const problem = 'The contrast of text on the page is 1.1. It must be at least 4.5.'
  const place = 'colours.light.text'
  const { user, drafts } = await openTab('colours', {
    problems: [{ place, problem }],
  })
  const light = field('Text (light)')
  fireEvent.change(light, { target: { value: '#ee' } })
  expect(light).toHaveValue('#ee')
  expect(light).toBeInvalid()
  expect(light).toHaveAccessibleDescription(expect.stringContaining('Write a colour as #rrggbb'))
  expect(drafts).toEqual([])
  fireEvent.change(light, { target: { value: '#EEEEEE' } })
  await waitFor(() => expect(light).toHaveAccessibleDescription(expect.stringContaining(problem)))
  expect(drafts).toMatchObject([{ value: { colours: { light: { text: '#eeeeee' } } } }])
  await user.click(button('Default colours'))
  await user.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Default colours' }),
  )
  expect(light).toHaveValue('#231d16')
})

test('saves the draft as one change, and says what the server refuses', async () => {
  const sent: unknown[] = []
  const { user, all } = await openTab('frame', {
    responses: {
      'POST /site': ({ body }: Sent) => {
        sent.push(body)
        return sent.length === 1 ? refused(400, 'Too odd.', { name: 'Too odd.' }) : { id: 1 }
      },
    },
  })
  await user.type(field('Name'), 'Ours')
  await user.click(button('Save'))
  await waitFor(() => expect(field('Name')).toHaveAccessibleDescription(/Too odd\./))
  expectComplaint(/HttpError/)
  await user.type(field('Name'), '!')
  await waitFor(() => expect(button('Save')).toHaveAttribute('aria-disabled', 'false'))
  all['GET /site'] = {
    ...empty,
    id: 1,
    value: { name: 'Ours!' },
    states: [saved(1, { name: 'Ours!' })],
  }
  await user.click(button('Save'))
  await status('Saved. Visitors see the changes now.')
  expect(sent[1]).toEqual({ base_id: 0, draft_at: expect.any(String), value: { name: 'Ours!' } })
  await status('No unsaved changes.')
})

describe('someone else has changed the draft since', () => {
  const theirs: SiteState = {
    ...empty,
    draft: {
      base_id: 0,
      value: { name: 'Theirs', contact: 'a@example.org' },
      updated_at: '2026-11-02T10:00:00.000Z',
      made_by: 'Vera',
    },
  }
  const openDialog = async () => {
    const sent: unknown[] = []
    const view = await openTab('frame', {
      responses: {
        'GET /site': () => (sent.length === 0 ? empty : theirs),
        'PUT /site/draft': ({ body }: Sent) => {
          sent.push(body)
          return sent.length === 1
            ? Response.json(
                { errors: [{ code: 'kit_changed', detail: 'Changed.' }] },
                { status: 409 },
              )
            : { problems: [], updated_at: '2026-11-02T10:00:01.000Z' }
        },
      },
    })
    await view.user.type(field('Name'), 'Mine')
    const dialog = within(await screen.findByRole('dialog', { name: 'There’s a newer version' }))
    expectComplaint(/HttpError/)
    await dialog.findByText('Theirs: a@example.org')
    return { ...view, dialog, sent }
  }

  test('both versions are shown, and mine replaces theirs on demand', async () => {
    const { user, dialog, sent } = await openDialog()
    expect(dialog.getByText(/^Vera changed it at Mon 2 Nov/)).toBeVisible()
    expect(dialog.getByText('Yours: Mine')).toBeVisible()
    expect(button('Save')).toHaveAttribute('aria-disabled', 'true')
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }))
    const draft_at = theirs.draft?.updated_at
    await waitFor(() => expect(sent[1]).toEqual({ base_id: 0, draft_at, value: { name: 'Mine' } }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('or theirs are loaded, with the name of who made them', async () => {
    const { user, dialog, sent } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Load theirs' }))
    expect(field('Name')).toHaveValue('Theirs')
    expect(screen.getByText('Vera changed it last.')).toBeVisible()
    expect(sent).toHaveLength(1)
  })
})

test('an earlier state is loaded into the draft', async () => {
  const states = [saved(2, { name: 'New', claim: 'B' }), saved(1, { name: 'Old' }, null)]
  const { user, drafts } = await openTab('history', {
    state: { ...empty, id: 2, value: { name: 'New', claim: 'B' }, states },
  })
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Vera, .* · In useChanged: Name and Claim$/),
    expect.stringMatching(/^A former account, .*Changed: Name/),
  ])
  await user.click(button('Go back to this'))
  await user.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Go back to this' }),
  )
  await status('The earlier state is in your draft. Check it, then save.')
  await waitFor(() => expect(drafts).toMatchObject([{ base_id: 2, value: { name: 'Old' } }]))
})

test('a state that nobody made says where it comes from', async () => {
  const states = (['starter', 'folder', 'desk'] as const).map((source, at) => ({
    ...saved(3 - at, { name: source }, null),
    source,
  }))
  await openTab('history', { state: { ...empty, id: 3, states } })
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.split(',', 1)[0])).toEqual([
    'How the site began',
    'Files on the server',
    'A former account',
  ])
})

test('a default that has changed is shown beside the one that was replaced', async () => {
  const value = { texts: { [LOGIN]: { text: 'Enter', was: 'Log on' } } }
  const { user, drafts } = await openTab('texts', { state: { ...empty, id: 1, value } })
  await user.click(button('Default has changed'))
  expect(screen.getByText('1 text')).toBeVisible()
  expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    'Log on',
    'Login',
  ])
  await user.click(button('Keep my text'))
  expect(screen.getByText('0 texts')).toBeVisible()
  await waitFor(() =>
    expect(drafts).toMatchObject([
      { base_id: 1, value: { texts: { [LOGIN]: { text: 'Enter', was: 'Login' } } } },
    ]),
  )
  await user.click(button('Changed'))
  await user.click(button('Default: “Login”'))
  await user.click(button('All'))
  expect(field('“Login”')).toHaveValue('Login')
})

test('the search keeps what was typed while the address follows, and a link brings its own words', async () => {
  const value = { texts: { [LOGIN]: { text: 'Log in!', was: 'Login' } } }
  const problems = [{ place: `texts.${LOGIN}`, problem: 'Leave out the mark.' }]
  const { user } = await openTab('texts', { state: { ...empty, id: 1, value }, problems })
  await user.type(field('“Login”'), '!')
  const search = screen.getByRole('searchbox')
  act(() => {
    fireEvent.change(search, { target: { value: 'Activate' } })
    // The router renders later than this.
    expect(search).toHaveValue('Activate')
  })
  expect(screen.getByText('1 text')).toBeVisible()
  await user.click(await screen.findByRole('link', { name: '“Login”' }))
  expect(search).toHaveValue(LOGIN)
  await waitFor(() => expect(field('“Login”')).toHaveFocus())
})

test('texts are listed by page under the words of their place, and one page alone on demand', async () => {
  const { user } = await openTab('texts', {})
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)
  expect(headings()).toEqual(['Login and registration > Login', 'Emails > Activation'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Page' }), 'Emails')
  expect(headings()).toEqual(['Emails > Activation'])
  expect(screen.getByText('1 text')).toBeVisible()
})

test('what the community does not have is hidden by one switch each, and shown again', async () => {
  const defaults = { ...empty.defaults, hidden: ['videos' as const] }
  const { user, drafts } = await openTab('pages', { state: { ...empty, defaults } })
  const press = async (...names: string[]) => {
    for (const name of names) await user.click(screen.getByRole('checkbox', { name }))
  }
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(5)
  const [videos, page] = ['Videos in the rules', 'Initiative page in the menu']
  await press(videos, page)
  const hidden = { videos: false, initiative: true }
  await waitFor(() => expect(drafts.at(-1)).toMatchObject({ value: { hidden } }))
  await press(videos, page)
  await waitFor(() => expect(drafts.at(-1)).toMatchObject({ value: {} }))
})

test('the focal point is moved by keys and cut once it stays', async () => {
  const picture: KitPicture = {
    original: `${'a'.repeat(32)}.png`,
    key: 'b'.repeat(32),
    width: 1600,
    height: 900,
    focus: { x: 0.5, y: 0.5 },
  }
  const cuts: unknown[] = []
  const { user, drafts } = await openTab('pages', {
    state: { ...empty, id: 1, value: { pictures: { 'hero-news': picture } } },
    responses: {
      'POST /site/pictures/hero-news': ({ body }: Sent) => {
        cuts.push(body)
        return { ...picture, focus: (body as KitPicture).focus, key: 'c'.repeat(32) }
      },
    },
  })
  const point = screen.getByRole('button', { name: /^Focal point, 50 % from the left, 50 %/ })
  act(() => point.focus())
  await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}')
  expect(point).toHaveAccessibleName(/52 % from the left, 40 %/)
  const focus = { x: 0.52, y: 0.4 }
  await waitFor(() => expect(cuts).toEqual([{ original: picture.original, focus }]))
  await waitFor(() =>
    expect(drafts).toMatchObject([{ value: { pictures: { 'hero-news': { focus } } } }]),
  )
})

test('a legal text that a file of the server replaces says so', async () => {
  await openTab('legal', {})
  expect(screen.getByText(/^The server’s own file wins.*imprint\.md/)).toBeVisible()
})

describe('a site in two languages', () => {
  const german = (id: string, text: string): SiteText => ({
    id: `de/${id}`,
    text,
    file: 'translation',
    area: 'login',
    may_be_empty: false,
  })
  const both = {
    'GET /site/texts': [
      ...texts,
      german('translation/login.title', 'Anmelden'),
      german('translation/footer.funding', 'Gefördert von niemandem'),
    ],
  }
  const pressed = () => screen.getByRole('button', { name: 'Deutsch', pressed: true })

  test('shows its texts and its preview in the chosen one, which a link to a problem chooses, too', async () => {
    const problems = [{ place: 'texts.de/translation/login.title', problem: 'Zu lang.' }]
    const { user, drafts } = await openTab('frame', { responses: both, problems })
    expect(button('English')).toHaveAttribute('aria-pressed', 'true')
    expect(screen.queryByDisplayValue('Gefördert von niemandem')).toBeNull()
    await user.click(button('Deutsch'))
    await user.type(screen.getByDisplayValue('Gefördert von niemandem'), '!')
    await waitFor(() =>
      expect(drafts).toMatchObject([
        {
          value: { texts: { 'de/translation/footer.funding': { was: 'Gefördert von niemandem' } } },
        },
      ]),
    )
    await user.click(button('Show preview'))
    expect(await screen.findByTitle(/^Preview: /)).toHaveAttribute(
      'src',
      'http://site/discordia/?kit=a.b&lng=de',
    )
    await user.click(button('English'))
    await user.click(screen.getByRole('link', { name: '“Anmelden”' }))
    await waitFor(() => expect(field('“Anmelden”')).toHaveFocus())
    expect(pressed()).toBeVisible()
    expect(screen.queryByRole('textbox', { name: '“Login”' })).toBeNull()
  })

  test('has legal texts in each', async () => {
    const others = { de: { privacy: { text: '# Platzhalter', is_fixed: false }, imprint: usual } }
    const { user, drafts } = await openTab('legal', {
      state: { ...empty, legal: { ...empty.legal, others } },
      responses: both,
    })
    expect(field('Privacy policy')).toHaveValue('# Placeholder')
    await user.click(button('Deutsch'))
    fireEvent.change(screen.getByDisplayValue('# Platzhalter'), { target: { value: '# Daten' } })
    await waitFor(() =>
      expect(drafts).toMatchObject([
        { base_id: 0, value: { legal_in: { de: { privacy: '# Daten' } } } },
      ]),
    )
    await user.click(button('English'))
    expect(field('Privacy policy')).toHaveValue('# Placeholder')
  })
})

test('the preview is the real site with the draft, and follows the tab until another page is chosen', async () => {
  const { user } = await openTab('book', {})
  await user.click(button('Show preview'))
  const frame = async (name: string) => screen.findByTitle(name)
  expect(await frame('Preview: Initiative page, 360 pixels wide, Light theme')).toHaveAttribute(
    'src',
    'http://site/discordia/rpg-initiative?kit=a.b',
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Page' }), 'World')
  await user.click(button('768 px'))
  await user.click(button('Dark'))
  const world = await frame('Preview: World, 768 pixels wide, Dark theme')
  expect(world).toHaveStyle({ width: '768px', colorScheme: 'dark' })
  await user.click(screen.getByRole('link', { name: 'Legal' }))
  expect(await frame('Preview: Legal page, 768 pixels wide, Dark theme')).toBeInTheDocument()
})
