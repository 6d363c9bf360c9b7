import { CacheProvider } from '@emotion/react'
import { Typography } from '@mui/material'
import { act, screen } from '@testing-library/react'
import { AppBar, localStorageStore } from 'react-admin'
import {
  deskLanguage,
  deskLocale,
  i18nProvider,
  listed,
  resourceName,
  speak,
  t,
} from '#desk/i18n.ts'
import { actOf, headingOf, personName, sentenceOf } from '#desk/parts/auditSentences.ts'
import { choicesOf } from '#desk/parts/choices.tsx'
import { fieldName } from '#desk/parts/fieldName.ts'
import { ago, dayOf, span, wholeDay } from '#desk/parts/times.ts'
import { makeClient } from '#desk/session/client.ts'
import { makeStyleCache } from '#desk/theme/styleCache.ts'
import { useTextEditor } from '#kit/textEditor.tsx'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

jest.mock('../../locales/he/desk.json', () => ({}), { virtual: true })
jest.mock('../../locales/he/translation.json', () => ({}), { virtual: true })

const parts = { say: String, picture: null }
const Toolbar = () => useTextEditor(() => null, parts).toolbar

/** Begins the desk anew in a browser that wants these languages, with a page that announces `served`. */
async function begin(browser: readonly string[], served: string, chosen?: string) {
  const [main = '', ...others] = served.split(' ')
  document.documentElement.lang = main
  document.head.innerHTML = others.length > 0 ? `<meta name="languages" content="${served}" />` : ''
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  if (chosen !== undefined) localStorage.setItem('RaStore.locale', JSON.stringify(chosen))
  await speak()
}

afterEach(async () => {
  localStorage.clear()
  await begin(['en'], 'en')
})

describe('The language of the desk', () => {
  test.each([
    ['that of the page where it announces none', ['de'], 'en', undefined, 'en'],
    ['the first of the browser that is served', ['fr', 'de-AT', 'en'], 'en de', undefined, 'de'],
    ['what was chosen', ['de'], 'en de', 'en', 'en'],
    ['not what was chosen and is no longer served', ['en'], 'en', 'de', 'en'],
    [
      'the main language of the site where the browser wants none',
      ['fr'],
      'de en',
      undefined,
      'de',
    ],
    ['English where the texts cannot be loaded', ['xx'], 'en xx', undefined, 'en'],
  ])('is %s', async (_, browser, served, chosen, expected) => {
    await begin(browser, served, chosen)
    expect(deskLanguage()).toBe(expected)
    expect(i18nProvider.getLocale()).toBe(expected)
    expect(document.documentElement.lang).toBe(expected)
  })

  test('is chosen in the bar, where there are several; the page begins anew with it', async () => {
    await begin(['de'], 'en de')
    const { user } = renderInDesk(<AppBar userMenu={false} />, { store: localStorageStore() })
    await user.click(screen.getByRole('button', { name: 'Deutsch' }))
    await user.click(screen.getByRole('menuitem', { name: 'English' }))
    expectComplaint(/Not implemented: navigation/)
    await act(speak)
    expect(deskLanguage()).toBe('en')
  })

  test('is not asked for where there is one', async () => {
    await begin(['de'], 'de')
    renderInDesk(<AppBar userMenu={false} />)
    expect(screen.queryByRole('button', { name: 'Deutsch' })).not.toBeInTheDocument()
  })

  test('whose texts cannot be loaded does not make the page begin again and again', async () => {
    await begin(['xx'], 'en xx', 'xx')
    await expect(i18nProvider.changeLocale('xx')).resolves.toBeUndefined()
    await expect(i18nProvider.changeLocale('unheard')).resolves.toBeUndefined()
  })

  test('goes with every call, and refusals may come in it', async () => {
    const asked: (string | null)[] = []
    const note = ({ headers }: Sent) => {
      asked.push(headers.get('Accept-Language'))
      return refused(403, 'Das darfst du nicht.')
    }
    await begin(['de'], 'en de')
    renderInDesk(<p />, { responses: { 'GET /members': note, 'POST /session': note } })
    const client = makeClient()
    await expect(client.send('/desk/api/members')).rejects.toThrow('Das darfst du nicht.')
    await expect(client.send('/desk/api/members', {}, () => undefined)).rejects.toThrow()
    await expect(client.logIn({ email: 'a@example.org', password: 'x' })).rejects.toThrow()
    expect(asked).toEqual(['de', 'de', 'de'])
  })
})

describe('A desk in a language that is written from right to left', () => {
  /** The style of a text that keeps away from what is left of it. */
  async function styleOfText(): Promise<string> {
    const text = <Typography sx={{ marginLeft: '8px' }}>Text</Typography>
    renderInDesk(<CacheProvider value={await makeStyleCache()}>{text}</CacheProvider>)
    const [name = ''] = /css-\S+/.exec(screen.getByText('Text').className) ?? []
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
    return rules.find(({ cssText }) => cssText.includes(name))?.cssText ?? ''
  }

  test('has this direction, and styles that are mirrored', async () => {
    await begin(['he'], 'en he')
    expect(document.documentElement).toHaveAttribute('dir', 'rtl')
    expect(await styleOfText()).toContain('margin-right: 8px')
    const { theme } = await import('#desk/theme/theme.ts')
    expect(theme.direction).toBe('rtl')
  })

  test('gives way to one from left to right', async () => {
    await begin(['he'], 'en he')
    await begin(['en'], 'en he')
    expect(document.documentElement).not.toHaveAttribute('dir')
    expect(await styleOfText()).toContain('margin-left: 8px')
  })

  test('goes through the toolbar of a text by the arrow keys of its direction', async () => {
    await begin(['he'], 'en he')
    const { user } = renderInDesk(<Toolbar />)
    const [first, second] = screen.getAllByRole('button')
    await user.tab()
    expect(first).toHaveFocus()
    await user.keyboard('{ArrowLeft}')
    expect(second).toHaveFocus()
    await user.keyboard('{ArrowRight}')
    expect(first).toHaveFocus()
  })
})

describe('In German', () => {
  beforeEach(() => begin(['de'], 'en de'))

  test('texts, plural forms and names come from the German texts, react-admin’s own, too', () => {
    expect(t('contents.tell', { smart_count: 1 })).toBe('1 Mitglied bekommt eine E-Mail.')
    expect(t('contents.tell', { smart_count: 0 })).toBe('0 Mitglieder bekommen eine E-Mail.')
    expect(resourceName('glossary-entries', 1)).toBe('Eintrag')
    expect(i18nProvider.translate('ra.action.save')).toBe('Speichern')
  })

  test('a field is known by its name in any resource, and a state by its word', () => {
    expect(i18nProvider.translate('resources.contents.fields.short_description')).toBe('Kurztext')
    expect(i18nProvider.translate('resources.members.fields.created_at')).toBe('Registriert')
    expect(i18nProvider.translate('resources.review.fields.sub_entries.title')).toBe('Titel')
    expect(fieldName('publish_at')).toBe('Veröffentlicht')
    expect(choicesOf(['draft', 'stuck'])).toEqual([
      { id: 'draft', name: 'Entwurf' },
      { id: 'stuck', name: 'Hängt fest' },
    ])
  })

  test('former members have no name, and members that of anything', () => {
    const event = { resource: 'contents', action: 'order', record: null, record_name: null }
    const former = { ...event, actor_name: 'a former member', by_account: false }
    expect(sentenceOf(former)).toBe('[ein früheres Mitglied] hat die Reihenfolge geändert')
    expect(personName('a former member')).toBe('ein früheres Mitglied')
    expect(personName('the server')).toBe('the server')
    expect(sentenceOf({ ...event, actor_name: 'the server', by_account: true })).toBe(
      'the server hat die Reihenfolge geändert',
    )
  })

  test('an act of the log is a sentence in the order of German', () => {
    const event = {
      resource: 'contents',
      action: 'publish',
      record: '7',
      record_name: 'Offener Tisch',
    }
    expect(sentenceOf({ ...event, actor_name: 'Mira', by_account: true })).toBe(
      'Mira hat „Offener Tisch“ veröffentlicht',
    )
    expect(sentenceOf({ ...event, actor_name: 'the server', by_account: false })).toBe(
      '[der Server] hat „Offener Tisch“ veröffentlicht',
    )
    expect(headingOf({ ...event, action: 'order', record: null, record_name: null })).toBe(
      'Die Reihenfolge geändert',
    )
    expect(actOf({ ...event, action: 'retry' })).toBe(
      'die E-Mail noch einmal an „Offener Tisch“ geschickt',
    )
  })

  test('spans, lists and the locale of everything else are German', () => {
    expect(span(3 * 3_600_000)).toBe('3 Stunden')
    expect(ago(new Date(Date.now() - 2 * 86_400_000).toISOString())).toBe('vor 2 Tagen')
    expect(dayOf('2024-01-01T12:00:00Z')).toBe('Mo., 1. Jan. 2024')
    expect(wholeDay('2024-03-02')).toBe('Sa., 2. März 2024')
    expect(listed(['Deutsch', 'Englisch', 'Isländisch'])).toBe('Deutsch, Englisch und Isländisch')
    expect(deskLocale()).toBe('de')
  })
})
