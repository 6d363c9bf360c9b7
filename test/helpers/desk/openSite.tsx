import { screen } from '@testing-library/react'
import { DEFAULT_COLOURS } from '#contract/colours.ts'
import type { SiteState, SiteText } from '#contract/siteKit.ts'
import { site } from '#desk/site-kit/SitePage.tsx'
import type { Responses, Sent } from './fakeDesk.ts'
import { renderInDesk } from './renderInDesk.tsx'

const SitePage = site.list as () => React.ReactElement
export const LOGIN = 'en/translation/login.title'
export const texts: SiteText[] = [
  { id: LOGIN, text: 'Login', file: 'translation', area: 'login', may_be_empty: false },
  {
    id: 'en/mail/activation.subject',
    text: 'Activate your account',
    file: 'mail',
    area: 'activation',
    may_be_empty: false,
  },
]
export const usual = { text: '# Placeholder', is_fixed: false }
export const empty: SiteState = {
  id: 0,
  value: {},
  draft: null,
  states: [],
  defaults: {
    name: 'Discordia',
    short_name: 'D',
    claim: 'A world',
    colours: DEFAULT_COLOURS,
    has_book: true,
  },
  legal: { url: null, privacy: usual, imprint: { ...usual, is_fixed: true } },
}
beforeEach(() => {
  // jsdom has none.
  Object.assign(window, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  })
})

type Options = { state?: SiteState; problems?: object[]; responses?: Responses }

/** The page "Site", opened at a tab. */
export async function openTab(
  tab: string,
  { state = empty, problems = [], responses = {} }: Options,
) {
  const drafts: unknown[] = []
  const all: Record<string, unknown> = {
    'GET /site': state,
    'GET /site/texts': texts.map((text) => text),
    'POST /site/preview-link': { origin: 'http://site', token: 'a.b', expires_at: '' },
    'PUT /site/draft': ({ body }: Sent) => {
      drafts.push(body)
      return { problems, updated_at: `${drafts.length}` }
    },
    ...responses,
  }
  const view = renderInDesk(<SitePage />, { at: `/page?tab=${tab}`, responses: all })
  await screen.findByRole('navigation', { name: 'Parts of the site' })
  return { ...view, drafts, all }
}
